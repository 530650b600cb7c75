import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { grantsKey } from '../../api/server-grants.ts';
import { curl, gantry } from '../../api/shell.ts';
import { useNews } from '../../frame/news.tsx';
import { useSaidCommand } from '../../frame/said-command.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { Stack } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { GrantSubject } from './grant-subject.tsx';
import { commandWords, readGrant, type SubjectKind, type WrittenGrant } from './written-grant.ts';

const firstOf: Readonly<Record<SubjectKind, string>> = { role: 'member', member: '', group: '', app: '' };

/** Lets somebody use servers and tools. `etag`: of the list that the person saw. */
export function GrantDialog({
  etag,
  onClose,
}: {
  readonly etag: string | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const client = useQueryClient();
  const tell = useNews();
  const [written, setWritten] = useState<WrittenGrant>({
    ...{ kind: 'role', name: 'member', servers: '', only: '', without: '' },
  });
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const grant = readGrant(written);
  const isNamed = written.name.trim() !== '';
  const isWhole = isNamed && grant.servers.length > 0;
  const body = { add: [grant] };
  useSaidCommand(
    isWhole
      ? {
          gantry: gantry('access', 'add', ...commandWords(grant)),
          curl: curl('/api/cli/grants', { method: 'PATCH', body }),
        }
      : undefined,
  );
  const add = useAction(async () => {
    setTried(true);
    if (!isWhole) {
      // The first that lacks is next in the form once its fault is drawn.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    try {
      await api.PATCH('/api/cli/grants', { params: { header: { 'If-Match': etag } }, body });
      tell('The grant holds from now on.');
      onClose();
    } finally {
      await client.invalidateQueries({ queryKey: grantsKey });
    }
  });
  const write = (change: Partial<WrittenGrant>): void => setWritten({ ...written, ...change });
  return (
    <Dialog title="Add grant" open onOpenChange={onClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void add.run();
        }}
      >
        <Stack tight>
          <SelectField
            label="Who"
            value={written.kind}
            onChange={(event) => {
              const kind = event.target.value as SubjectKind;
              write({ kind, name: firstOf[kind] });
            }}
          >
            <option value="role">All with a role</option>
            <option value="member">One member</option>
            <option value="group">A group</option>
            <option value="app">The keys of an app</option>
          </SelectField>
          <GrantSubject
            kind={written.kind}
            name={written.name}
            fault={isTried && !isNamed ? 'This is needed.' : undefined}
            onChange={(name) => write({ name })}
          />
          <TextField
            label="Servers"
            hint="Handles with commas between them; * and ? stand for anything, “workflows” for the workflows."
            required
            autoComplete="off"
            fault={isTried && grant.servers.length === 0 ? 'At least one is needed.' : undefined}
            value={written.servers}
            onChange={(event) => write({ servers: event.target.value })}
          />
          <TextField
            label="Only these tools"
            hint="By the server’s own names, such as get_*. Empty: all."
            autoComplete="off"
            value={written.only}
            onChange={(event) => write({ only: event.target.value })}
          />
          <TextField
            label="Without these tools"
            autoComplete="off"
            value={written.without}
            onChange={(event) => write({ without: event.target.value })}
          />
          <TroubleAlert error={add.error} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button kind="main" type="submit" busy={add.busy}>
              Add
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}
