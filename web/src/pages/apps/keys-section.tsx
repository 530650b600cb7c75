import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { dataOf } from '../../api/all-pages.ts';
import { api, queries } from '../../api/client.ts';
import type { App } from '../../api/models.ts';
import { gatewayUrl } from '../../api/place.ts';
import { curl, gantry } from '../../api/shell.ts';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { useSaidCommand } from '../../frame/said-command.ts';
import { Button } from '../../parts/button.tsx';
import { CodeLine } from '../../parts/code-line.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Confirm, Dialog, DialogActions } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { Bones, Empty, Stack, Toolbar } from '../../parts/layout.tsx';
import { When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';

const listKey = ['get', '/api/cli/apps/{app}/keys'];

/** The app's keys. Each is shown once, when it is made. */
export function KeysSection({ app: { slug } }: { readonly app: App }): ReactNode {
  const me = useMe();
  const [isMaking, setMaking] = useState(false);
  const { data, error } = queries.useQuery('get', '/api/cli/apps/{app}/keys', {
    params: { path: { app: slug } },
  });
  const client = useQueryClient();
  const tell = useNews();
  const revoke = useAction(async (id: string) => {
    await api.DELETE('/api/cli/apps/{app}/keys/{id}', { params: { path: { app: slug, id } } });
    tell('The key is revoked.');
    await client.invalidateQueries({ queryKey: listKey });
  });
  const mayWrite = me.may('apps:write');
  const button = mayWrite && (
    <Button kind="main" onClick={() => setMaking(true)}>
      New key
    </Button>
  );
  return (
    <>
      <TroubleAlert error={error ?? revoke.error} />
      {data === undefined && error === null && <Bones rows={2} />}
      {data?.keys.length === 0 && (
        <Empty title="No key yet">
          <p>A program shows a key to use this app, and reaches this app's servers only.</p>
          {button}
        </Empty>
      )}
      {data !== undefined && data.keys.length > 0 && (
        <Stack tight>
          <Toolbar end={button}>
            <small>Each is shown once, when it is made.</small>
          </Toolbar>
          <DataTable
            label="Keys"
            rows={data.keys}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Name', cell: ({ name, client: program }) => name || (program ?? 'without a name') },
              { name: 'Ends in', isNarrow: true, cell: ({ hint }) => <code>{hint}</code> },
              { name: 'May', cell: ({ scopes }) => scopes.join(', ') },
              {
                name: 'Last used',
                isNarrow: true,
                cell: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : 'never'),
              },
              {
                name: 'Expires',
                isNarrow: true,
                cell: ({ expiresAt }) => (expiresAt ? <When at={expiresAt} /> : 'never'),
              },
              ...(mayWrite
                ? [
                    {
                      name: 'Actions',
                      isAction: true,
                      cell: ({ id, name }: { readonly id: string; readonly name: string }) => (
                        <Confirm
                          small
                          action="Revoke"
                          title={`Revoke ${name}?`}
                          onConfirm={() => void revoke.run(id)}
                        >
                          Programs that use it are refused at once.
                        </Confirm>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </Stack>
      )}
      {isMaking && <NewKey app={slug} onClose={() => setMaking(false)} />}
    </>
  );
}

function NewKey({ app, onClose }: { readonly app: string; readonly onClose: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [key, setKey] = useState<string>();
  const typed = name.trim();
  useSaidCommand(
    typed === ''
      ? undefined
      : {
          gantry: gantry('keys', 'create', typed, '--app', app),
          curl: curl(`/api/cli/apps/${app}/keys`, { body: { name: typed } }),
        },
  );
  const client = useQueryClient();
  const create = useAction(async () => {
    const issued = dataOf(
      await api.POST('/api/cli/apps/{app}/keys', {
        params: { path: { app } },
        body: typed === '' ? {} : { name: typed },
      }),
    );
    setKey(issued.key);
    await client.invalidateQueries({ queryKey: listKey });
  });
  return (
    // A key that is shown once does not go away by a slip.
    <Dialog title="New key" open onOpenChange={() => key === undefined && onClose()}>
      {key === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void create.run();
          }}
        >
          <Stack tight>
            <TextField
              label="Name"
              hint="What will use it, so that you know which one to revoke."
              autoComplete="off"
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <TroubleAlert error={create.error} />
            <DialogActions>
              <Button onClick={onClose}>Cancel</Button>
              <Button kind="main" type="submit" busy={create.busy}>
                Create
              </Button>
            </DialogActions>
          </Stack>
        </form>
      ) : (
        <>
          <p>Copy it now: it is shown this once.</p>
          <CodeLine text={key} what="The key" />
          <p>To see that it works:</p>
          <CodeLine
            text={`curl -sS -H 'Authorization: Bearer ${key}' ${gatewayUrl}/api/sdk/tools`}
            what="The command"
            isExample
          />
          <DialogActions>
            <Button kind="main" onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
