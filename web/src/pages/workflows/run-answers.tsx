import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.ts';
import type { RunStep, RunWithSteps } from '../../api/models.ts';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextArea, TextField } from '../../parts/field.tsx';
import { Row, Stack } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { decide } from '../approvals/decide.ts';
import { waitsForApproval } from '../approvals/waiting-runs.ts';
import { readJson } from './read-json.ts';
import { useRefreshedRuns } from './use-run.ts';

interface Acted {
  readonly app: string;
  readonly run: RunWithSteps;
}

/** What a run that waits is told. */
export function RunAnswers({ app, run }: Acted): ReactNode {
  const me = useMe();
  const refresh = useRefreshedRuns();
  const isOpen = run.status === 'running' || run.status === 'waiting';
  if (!isOpen || !me.may('tools:call')) return null;
  return run.steps
    .filter((step) => step.status === 'waiting' && signalsOf(step).length > 0)
    .map((step) => <Answer key={step.key} app={app} run={run} step={step} onDone={refresh} />);
}

/** Types of the signals that a step waits for; time, and the end of another run, come by themselves. */
function signalsOf({ waitsFor = '' }: RunStep): readonly string[] {
  return waitsFor.split(/[\s,]+/).filter((type) => type !== '' && type !== 'time' && type !== 'workflow');
}

function Answer({
  app,
  run,
  step,
  onDone,
}: Acted & { readonly step: RunStep; readonly onDone: () => Promise<void> }): ReactNode {
  return waitsForApproval(step) ? (
    <Approval app={app} run={run} step={step} />
  ) : (
    <Signals app={app} run={run} step={step} onDone={onDone} />
  );
}

function Approval({
  app,
  run: { runId },
  step: { approvalId: approval },
}: Acted & { readonly step: RunStep }): ReactNode {
  const client = useQueryClient();
  const tell = useNews();
  const [note, setNote] = useState('');
  const answer = useAction(async (approved: boolean) => {
    await decide(client, { app, runId, approval, approved, note });
    tell(approved ? 'Approved: the run goes on.' : 'Denied.');
  });
  return (
    <Stack tight>
      <TextField
        label="Note"
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Row>
        <Button busy={answer.busy} onClick={() => void answer.run(false)}>
          Deny
        </Button>
        <Button kind="main" busy={answer.busy} onClick={() => void answer.run(true)}>
          Approve
        </Button>
      </Row>
      <TroubleAlert error={answer.error} />
    </Stack>
  );
}

function Signals({
  app,
  run: { runId },
  step,
  onDone,
}: Acted & { readonly step: RunStep; readonly onDone: () => Promise<void> }): ReactNode {
  const tell = useNews();
  const types = signalsOf(step);
  const [chosen, setChosen] = useState('');
  const type = types.includes(chosen) ? chosen : (types[0] ?? '');
  const [data, setData] = useState('');
  const [fault, setFault] = useState<string>();
  const send = useAction(async () => {
    const read = readJson(data);
    setFault(read.fault);
    if (read.fault !== undefined) return;
    await api.POST('/api/sdk/workflows/runs/{run}/signals/{type}', {
      params: { path: { run: runId, type }, query: { app } },
      body: data.trim() === '' ? {} : { data: read.value },
    });
    tell(`The signal ${type} is sent.`);
    await onDone();
  });
  return (
    <Stack tight>
      {types.length > 1 && (
        <SelectField label="Signal" value={type} onChange={(event) => setChosen(event.target.value)}>
          {types.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      )}
      <TextArea
        label={`Data of the signal ${type}`}
        hint="JSON; it may be left empty."
        code
        fault={fault}
        value={data}
        onChange={(event) => setData(event.target.value)}
      />
      <Row>
        <Button kind="main" busy={send.busy} onClick={() => void send.run()}>
          Signal
        </Button>
      </Row>
      <TroubleAlert error={send.error} />
    </Stack>
  );
}
