import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import type { RunStep, RunWithSteps } from '../../api/models.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { curl, gantry } from '../../api/shell.ts';
import { Failed } from '../../frame/lost.tsx';
import { useStanding } from '../../frame/news.tsx';
import { useMe } from '../../frame/me-context.ts';
import { Page } from '../../frame/page.tsx';
import { usePath } from '../../frame/use-path.ts';
import { Bones, Card, Facts } from '../../parts/layout.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import { durationInWords, exactTime, When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { Json } from '../../results/content-view.tsx';
import { useCallerName } from '../calls/use-caller-name.ts';
import { starterOf } from './run-starter.ts';
import { RunAgain } from './run-again.tsx';
import { RunAnswers } from './run-answers.tsx';
import { RunControls } from './run-controls.tsx';
import { RunChildren, RunLink } from './run-relatives.tsx';
import { runStates } from './run-states.ts';
import { StepView } from './step-view.tsx';
import { stepStates } from './step-states.ts';
import { useDocument } from './use-document.ts';
import { useRun } from './use-run.ts';
import { WorkflowGraph } from './workflow-graph.tsx';
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
  const document = useDocument(app, run.workflow, run.configVersion);
  const states = useMemo(() => stepStates(run.steps), [run.steps]);
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
            run.parent === undefined
              ? undefined
              : [
                  'Step of',
                  <RunLink key="parent" app={app} run={run.parent.runId}>
                    {run.parent.step}
                  </RunLink>,
                ],
            run.endedAt == null ? undefined : ['Ended', exactTime(run.endedAt)],
            ['Attempt', String(run.attempt)],
          ]}
        />
        {run.error != null && <TroubleAlert error={ApiProblem.in(run.error)} />}
        <RunAnswers app={app} run={run} />
      </Card>
      {document !== undefined && <WorkflowGraph document={document} states={states} />}
      <ol className={styles.timeline} aria-label="Timeline">
        {run.steps.map((step) => (
          <li key={step.key} className={styles.step}>
            <Step app={app} run={run} step={step} />
          </li>
        ))}
      </ol>
      {run.more && <p className={styles.quiet}>It has more steps than are kept.</p>}
      <RunChildren app={app} run={run} />
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

function Step({
  app,
  run,
  step,
}: {
  readonly app: string;
  readonly run: RunWithSteps;
  readonly step: RunStep;
}): ReactNode {
  const me = useMe();
  const { name, tool, kind, status, waitsFor, until, error, approvalFor } = step;
  const isOver = run.endedAt != null;
  const wait =
    waitsFor === undefined || status !== 'waiting'
      ? []
      : [`Waits for ${waitsFor}${until == null ? '' : `, until ${exactTime(until)}`}`];
  return (
    <StepView
      name={name}
      what={tool ?? kind}
      status={status}
      aside={
        step.endedAt == null ? (
          <When at={step.startedAt} />
        ) : (
          durationInWords(Date.parse(step.endedAt) - Date.parse(step.startedAt))
        )
      }
      notes={[...wait, ...(error == null ? [] : [error.title ?? 'It failed.'])]}
      parts={[
        ['Arguments', approvalFor?.arguments ?? step.arguments],
        ['Output', step.output],
      ]}
      action={isOver && me.may('tools:call') && <RunAgain app={app} run={run} step={step} />}
    />
  );
}
