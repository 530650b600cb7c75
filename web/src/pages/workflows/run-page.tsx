import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RunStep, RunWithSteps } from '../../api/models.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { curl, gantry } from '../../api/shell.ts';
import { Failed } from '../../frame/lost.tsx';
import { useStanding } from '../../frame/news.tsx';
import { Page } from '../../frame/page.tsx';
import { usePath } from '../../frame/use-path.ts';
import { Bones, Card, Facts } from '../../parts/layout.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import { durationInWords, exactTime, When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { Json } from '../../results/content-view.tsx';
import { useCallerName } from '../calls/use-caller-name.ts';
import { starterOf } from './run-starter.ts';
import { RunAnswers } from './run-answers.tsx';
import { RunControls } from './run-controls.tsx';
import { runStates } from './run-states.ts';
import { useRun } from './use-run.ts';
import styles from './workflows.module.css';

/** One run: where it is, and what each step was given and gave. */
export function RunPage(): ReactNode {
  const { app = '', run: id = '' } = usePath();
  const { data: run, error } = useRun(app, id);
  const state = run === undefined ? undefined : runStates[run.status];
  useStanding(state?.word);
  if (error !== null) return <Failed error={error} title="Run" what={`run "${id}" in the app "${app}"`} />;
  return (
    <Page
      title="Run"
      lead={
        run !== undefined && (
          <>
            of{' '}
            <Link to="/workflows/$app/$name" params={{ app, name: run.workflow }}>
              {run.workflow}
            </Link>{' '}
            in {app}
          </>
        )
      }
      busy={run === undefined}
      actions={run !== undefined && <RunControls app={app} run={run} />}
      command={{
        gantry: gantry('runs', 'show', id, '--app', app),
        curl: curl(`/api/sdk/workflows/runs/${id}?app=${app}`),
      }}
    >
      {run === undefined ? <Bones /> : <Shown app={app} run={run} />}
    </Page>
  );
}

function Shown({ app, run }: { readonly app: string; readonly run: RunWithSteps }): ReactNode {
  const nameOf = useCallerName();
  const { word, tone } = runStates[run.status];
  return (
    <>
      <Card>
        <Facts
          rows={[
            [
              'State',
              <StateWord key="state" tone={tone}>
                {word}
              </StateWord>,
            ],
            ['Started', exactTime(run.createdAt)],
            ['Started by', starterOf(run, nameOf)],
            run.endedAt == null ? undefined : ['Ended', exactTime(run.endedAt)],
            ['Attempt', String(run.attempt)],
          ]}
        />
        {run.error != null && <TroubleAlert error={ApiProblem.in(run.error)} />}
        <RunAnswers app={app} run={run} />
      </Card>
      <ol className={styles.timeline} aria-label="Timeline">
        {run.steps.map((step) => (
          <li key={step.key} className={styles.step}>
            <Step step={step} />
          </li>
        ))}
      </ol>
      {run.more && <p className={styles.quiet}>It has more steps than are kept.</p>}
      <Card title="Input">
        <Json value={run.input ?? null} />
      </Card>
      {run.output !== undefined && (
        <Card title="Output">
          <Json value={run.output ?? null} />
        </Card>
      )}
    </>
  );
}

function Step({ step }: { readonly step: RunStep }): ReactNode {
  const { word, tone } = runStates[step.status];
  const given = step.approvalFor?.arguments ?? (step as { readonly input?: unknown }).input;
  return (
    <>
      <div className={styles.stepHead}>
        <h2>{step.name}</h2>
        <span className={styles.quiet}>{step.tool ?? step.kind}</span>
        <span className={styles.stepState}>
          <StateWord tone={tone}>{word}</StateWord>
        </span>
        <span className={styles.quiet}>
          {step.endedAt == null ? (
            <When at={step.startedAt} />
          ) : (
            durationInWords(Date.parse(step.endedAt) - Date.parse(step.startedAt))
          )}
        </span>
      </div>
      {step.waitsFor !== undefined && (
        <p className={styles.quiet}>
          Waits for {step.waitsFor}
          {step.until == null ? '' : `, until ${exactTime(step.until)}`}
        </p>
      )}
      {step.error != null && <p>{step.error.title ?? 'It failed.'}</p>}
      {given !== undefined && <Part name="Input" value={given} />}
      {step.output !== undefined && <Part name="Output" value={step.output ?? null} />}
    </>
  );
}

/** What fits is open. */
const shortText = 2000;

function Part({ name, value }: { readonly name: string; readonly value: unknown }): ReactNode {
  return (
    <details open={JSON.stringify(value).length < shortText}>
      <summary>{name}</summary>
      <Json value={value} />
    </details>
  );
}
