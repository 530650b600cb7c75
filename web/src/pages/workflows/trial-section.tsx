import { useState, type ReactNode } from 'react';
import { dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import type { JsonValue, Trial, Workflow } from '../../api/models.ts';
import { curl } from '../../api/shell.ts';
import { useMe } from '../../frame/me-context.ts';
import { Button } from '../../parts/button.tsx';
import { CodeLine } from '../../parts/code-line.tsx';
import { SelectField, TextArea } from '../../parts/field.tsx';
import { Card, Row, Stack } from '../../parts/layout.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { Json } from '../../results/content-view.tsx';
import { allNodes, graphOf } from './document-graph.ts';
import { readJson } from './read-json.ts';
import { runStates } from './run-states.ts';
import { StepView } from './step-view.tsx';
import styles from './workflows.module.css';

/** What was written, for when somebody comes back. */
const kept = new Map<string, string>();

/** A way to see what a workflow would do: tools are not called, what is written here answers. */
export function TrialSection({
  app,
  workflow: { name, tools },
  input,
  document,
}: {
  readonly app: string;
  readonly workflow: Workflow;
  /** What stands in the form, as JSON. */
  readonly input: string;
  readonly document: unknown;
}): ReactNode {
  const me = useMe();
  const place = `${app} ${name}`;
  const [mocks, setMocks] = useState(() => kept.get(place) ?? emptyMocks(tools));
  const [step, setStep] = useState('');
  const [fault, setFault] = useState<string>();
  const [trial, setTrial] = useState<Trial>();
  const read = readJson(mocks);
  const body = {
    ...{
      workflow: name,
      dryRun: true as const,
      skipTime: true,
      input: (readJson(input).value ?? {}) as JsonValue,
    },
    ...(step === '' ? {} : { step }),
    ...(read.value === undefined ? {} : { mocks: read.value as Record<string, JsonValue> }),
  };
  const act = useAction(async () => {
    setFault(read.fault);
    if (read.fault !== undefined) return;
    const params = { query: { app } };
    const answer = dataOf(
      await api.POST('/api/sdk/workflows/execute', { params, body: { mode: 'sync', ...body } }),
    );
    setTrial(answer as Trial);
  });
  if (!me.may('tools:call')) return null;
  return (
    <Card title="Try">
      <Stack tight>
        <p className={styles.quiet}>
          Without a run and without calling a tool, with the input that stands in the form. Waits take no
          time.
        </p>
        <TextArea
          label="Answers of tools"
          hint='By tool@server: a value, a list with one for each call, or {"error": …}.'
          code
          rows={4}
          fault={fault}
          value={mocks}
          onChange={(event) => {
            kept.set(place, event.target.value);
            setMocks(event.target.value);
          }}
        />
        {document !== undefined && (
          <SelectField label="Step" value={step} onChange={(event) => setStep(event.target.value)}>
            <option value="">All of them</option>
            {allNodes(graphOf(document)).map(({ pointer }) => (
              <option key={pointer} value={pointer}>
                {pointer}
              </option>
            ))}
          </SelectField>
        )}
        <Row>
          <Button busy={act.busy} onClick={() => void act.run()}>
            Try it
          </Button>
        </Row>
        <TroubleAlert error={act.error} />
        {trial !== undefined && <Tried trial={trial} />}
        <details>
          <summary className={styles.quiet}>As a command</summary>
          <CodeLine text={curl(`/api/sdk/workflows/execute?app=${app}`, { body })} what="the command" />
        </details>
      </Stack>
    </Card>
  );
}

function Tried({ trial }: { readonly trial: Trial }): ReactNode {
  const { status, output, error, waitsFor, steps, calls, more } = trial;
  const { word, tone } = runStates[status];
  const callOf = new Map(calls.map((call) => [call.step, call]));
  return (
    <section aria-label="Tried" aria-live="polite">
      <Stack tight>
        <p>
          <StateWord tone={tone}>{word}</StateWord>
          {waitsFor !== undefined && ` for ${waitsFor.length === 0 ? 'time' : waitsFor.join(', ')}`}
          {error !== undefined && `: ${error.title}`}
        </p>
        {error !== undefined && <Json value={error} />}
        {output !== undefined && <Json value={output ?? null} />}
        <ol className={styles.timeline} aria-label="Steps tried">
          {steps.map((step) => {
            const call = callOf.get(step.key);
            const isNull = call?.mocked === false ? ['No answer is written above: it got null.'] : [];
            return (
              <li key={step.key} className={styles.step}>
                <StepView
                  heading="h3"
                  name={step.name}
                  what={call?.tool ?? step.kind}
                  status={step.status}
                  notes={[...(step.error === undefined ? [] : [step.error.title ?? 'It failed.']), ...isNull]}
                  parts={[
                    ['Arguments', call?.arguments],
                    ['Input', step.input],
                    ['Output', step.output],
                  ]}
                />
              </li>
            );
          })}
        </ol>
        {more && <p className={styles.quiet}>There was more than is shown.</p>}
      </Stack>
    </section>
  );
}

function emptyMocks(tools: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(tools.map((tool) => [tool, null])), null, 2);
}
