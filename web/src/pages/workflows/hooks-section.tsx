import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { dataOf } from '../../api/all-pages.ts';
import { api, queries } from '../../api/client.ts';
import type { WorkflowHook } from '../../api/models.ts';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { Button } from '../../parts/button.tsx';
import { CodeLine } from '../../parts/code-line.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Confirm, Dialog, DialogActions } from '../../parts/dialog.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { Card, Stack } from '../../parts/layout.tsx';
import { When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import styles from './workflows.module.css';

const hooksPath = '/api/sdk/workflows/{workflow}/hooks';
const kinds = ['hmac-sha256', 'github', 'slack', 'stripe'] as const;

interface OfWorkflow {
  readonly app: string;
  readonly name: string;
}

/** Addresses by which other services begin the workflow. */
export function HooksSection({ app, name }: OfWorkflow): ReactNode {
  const me = useMe();
  const tell = useNews();
  const client = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const mayRead = me.may('apps:read');
  const mayWrite = me.may('apps:write');
  const { data, error } = queries.useQuery(
    'get',
    hooksPath,
    { params: { path: { workflow: name }, query: { app } } },
    { enabled: mayRead },
  );
  const remove = useAction(async (hook: string) => {
    const params = { path: { workflow: name, hook }, query: { app } };
    await api.DELETE(`${hooksPath}/{hook}`, { params });
    tell('The webhook is removed.');
    await client.invalidateQueries({ queryKey: ['get', hooksPath] });
  });
  if (!mayRead) return null;
  const columns: readonly Column<WorkflowHook>[] = [
    { name: 'Id', cell: ({ id }) => <code>{id}</code> },
    { name: 'Signed', isNarrow: true, cell: ({ verify }) => verify?.kind ?? 'not' },
    { name: 'Made', isNarrow: true, cell: ({ createdAt }) => <When at={createdAt} /> },
    ...(mayWrite
      ? [
          {
            name: 'Actions',
            isAction: true,
            cell: ({ id }: WorkflowHook) => (
              <Confirm small action="Remove" title={`Remove ${id}?`} onConfirm={() => void remove.run(id)}>
                What is sent to its address begins nothing any more.
              </Confirm>
            ),
          },
        ]
      : []),
  ];
  return (
    <Card title="Webhooks" actions={mayWrite && <Button onClick={() => setMaking(true)}>New webhook</Button>}>
      <Stack tight>
        <TroubleAlert error={error ?? remove.error} />
        {data?.hooks.length === 0 && (
          <p className={styles.quiet}>
            None. What another service sends to one begins a run, with that as its input.
          </p>
        )}
        {data !== undefined && data.hooks.length > 0 && (
          <DataTable label="Webhooks" columns={columns} rows={data.hooks} keyOf={({ id }) => id} />
        )}
      </Stack>
      {isMaking && <NewWebhook app={app} name={name} onClose={() => setMaking(false)} />}
    </Card>
  );
}

function NewWebhook({ app, name, onClose }: OfWorkflow & { readonly onClose: () => void }): ReactNode {
  const client = useQueryClient();
  const [kind, setKind] = useState('');
  const [secret, setSecret] = useState('');
  const [url, setUrl] = useState<string>();
  const make = useAction(async () => {
    const verify = kinds.find((one) => one === kind);
    const made = dataOf(
      await api.POST(hooksPath, {
        params: { path: { workflow: name }, query: { app } },
        body: verify === undefined ? {} : { verify: { kind: verify, secret: `\${secret:${secret.trim()}}` } },
      }),
    );
    setUrl(made.url);
    await client.invalidateQueries({ queryKey: ['get', hooksPath] });
  });
  return (
    <Dialog title="New webhook" open onOpenChange={onClose}>
      {url === undefined ? (
        <Stack tight>
          <SelectField label="Signed" value={kind} onChange={(event) => setKind(event.target.value)}>
            <option value="">Not: whoever knows the address may send</option>
            {kinds.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </SelectField>
          {kind !== '' && (
            <TextField
              label="Secret"
              hint="The name of a secret of the app."
              value={secret}
              onChange={(event) => setSecret(event.target.value)}
            />
          )}
          <TroubleAlert error={make.error} />
        </Stack>
      ) : (
        <Stack tight>
          <p>Send to this address. It is not shown again.</p>
          <CodeLine text={url} what="the address" />
        </Stack>
      )}
      <DialogActions>
        {url === undefined && (
          <Button kind="main" busy={make.busy} onClick={() => void make.run()}>
            Create
          </Button>
        )}
        <Button onClick={onClose}>{url === undefined ? 'Close' : 'Done'}</Button>
      </DialogActions>
    </Dialog>
  );
}
