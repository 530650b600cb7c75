import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.ts';
import type { RunStep, RunWithSteps } from '../../api/models.ts';
import { curl, gantry } from '../../api/shell.ts';
import { useNews } from '../../frame/news.tsx';
import { useSaidCommand } from '../../frame/said-command.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { SelectField, TextArea } from '../../parts/field.tsx';
import { Stack } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { readJson } from './read-json.ts';
import { useRefreshedRuns } from './use-run.ts';

interface Again {
  readonly app: string;
  readonly run: RunWithSteps;
  readonly step: RunStep;
}

/** A way to run a run again from one of its steps. */
export function RunAgain(again: Again): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { name } = again.step;
  return (
    <div>
      <Button small kind="quiet" onClick={() => setOpen(true)}>
        Run again from {name}
      </Button>
      {isOpen && <AgainDialog {...again} onClose={() => setOpen(false)} />}
    </div>
  );
}

function AgainDialog({
  app,
  run: { runId, input },
  step,
  onClose,
}: Again & { readonly onClose: () => void }): ReactNode {
  const before = JSON.stringify(input ?? null, null, 2);
  const [text, setText] = useState(before);
  const [definition, setDefinition] = useState<'run' | 'current'>('run');
  const [fault, setFault] = useState<string>();
  const tell = useNews();
  const refresh = useRefreshedRuns();
  const isOther = text.trim() !== before.trim();
  const read = readJson(text);
  const wanted = {
    from: step.key,
    ...(isOther && read.fault === undefined ? { input: read.value } : {}),
    ...(definition === 'run' ? {} : { definition }),
  };
  useSaidCommand({
    gantry: gantry(
      ...['runs', 'retry', runId, '--from', step.key],
      ...(wanted.input === undefined ? [] : ['--input', JSON.stringify(wanted.input)]),
      definition === 'current' && '--current',
      ...['--app', app],
    ),
    curl: curl(`/api/sdk/workflows/runs/${runId}/retry?app=${app}`, { body: wanted }),
  });
  const again = useAction(async () => {
    setFault(read.fault);
    if (read.fault !== undefined) return;
    const params = { path: { run: runId }, query: { app } };
    await api.POST('/api/sdk/workflows/runs/{run}/retry', { params, body: { definition, ...wanted } });
    tell(`It runs again from ${step.name}.`);
    onClose();
    await refresh();
  });
  return (
    <Dialog title={`Run again from ${step.name}`} open onOpenChange={onClose}>
      <Stack tight>
        <p>This step and what came after it are carried out again; what came before it is not.</p>
        <TextArea
          label="Input of the workflow"
          code
          rows={6}
          fault={fault}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <SelectField
          label="Definition"
          value={definition}
          onChange={(event) => setDefinition(event.target.value === 'current' ? 'current' : 'run')}
        >
          <option value="run">The one of the run</option>
          <option value="current">The one that the app has now</option>
        </SelectField>
        <TroubleAlert error={again.error} />
      </Stack>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="main" busy={again.busy} onClick={() => void again.run()}>
          Run again
        </Button>
      </DialogActions>
    </Dialog>
  );
}
