import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RunWithSteps } from '../../api/models.ts';
import { Card } from '../../parts/layout.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import { runStates } from './run-states.ts';
import styles from './workflows.module.css';

/** A link to another run. */
export function RunLink({
  app,
  run,
  children,
}: {
  readonly app: string;
  readonly run: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Link to="/workflows/$app/runs/$run" params={{ app, run }}>
      {children}
    </Link>
  );
}

/** The runs that the steps of a run have begun. */
export function RunChildren({ app, run }: { readonly app: string; readonly run: RunWithSteps }): ReactNode {
  if (run.children.length === 0) return null;
  return (
    <Card title="Runs of its steps">
      <ul className={styles.timeline}>
        {run.children.map(({ runId, workflow, status, step, awaited }) => (
          <li key={runId} className={styles.stepHead}>
            <RunLink app={app} run={runId}>
              {workflow}
            </RunLink>
            <span className={styles.quiet}>{awaited ? step : `${step}, not waited for`}</span>
            <StateWord tone={runStates[status].tone}>{runStates[status].word}</StateWord>
          </li>
        ))}
      </ul>
    </Card>
  );
}
