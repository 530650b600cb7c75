import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, queries } from '../../api/client.ts';
import type { App } from '../../api/models.ts';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { Unsaved } from '../../frame/unsaved.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { TextArea, TextField } from '../../parts/field.tsx';
import { Bones, Card, Empty, Row } from '../../parts/layout.tsx';
import { When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useFaults } from '../../parts/use-faults.ts';

const listKey = ['get', '/api/cli/apps/{app}/secrets'];

/** The app's secrets: names, and where they go; values are never shown. */
export function SecretsSection({ app: { slug } }: { readonly app: App }): ReactNode {
  const me = useMe();
  const { data, error } = queries.useQuery('get', '/api/cli/apps/{app}/secrets', {
    params: { path: { app: slug }, query: { limit: 200 } },
  });
  const client = useQueryClient();
  const tell = useNews();
  const remove = useAction(async (name: string) => {
    await api.DELETE('/api/cli/apps/{app}/secrets/{name}', { params: { path: { app: slug, name } } });
    tell(`${name} is removed.`);
    await client.invalidateQueries({ queryKey: listKey });
  });
  const mayWrite = me.may('apps:write');
  return (
    <>
      {mayWrite && <NewSecret app={slug} />}
      <TroubleAlert error={error ?? remove.error} />
      {data === undefined && error === null && <Bones rows={2} />}
      {data?.secrets.length === 0 && (
        <Empty title="No secret yet">
          <p>
            A secret is a value for a header of a server: the config says <code>{'${secret:NAME}'}</code>{' '}
            where it belongs.
          </p>
        </Empty>
      )}
      {data !== undefined && data.secrets.length > 0 && (
        <DataTable
          label="Secrets"
          rows={data.secrets}
          keyOf={({ name }) => name}
          columns={[
            { name: 'Name', cell: ({ name }) => <code>{name}</code> },
            {
              name: 'Goes to',
              cell: ({ origins }) =>
                origins.length === 0 ? 'nowhere yet' : origins.map(({ origin }) => origin).join(', '),
            },
            { name: 'Changed', isNarrow: true, cell: ({ updatedAt }) => <When at={updatedAt} /> },
            ...(mayWrite
              ? [
                  {
                    name: 'Actions',
                    isAction: true,
                    cell: ({ name }: { readonly name: string }) => (
                      <Confirm
                        small
                        action="Remove"
                        title={`Remove ${name}?`}
                        onConfirm={() => void remove.run(name)}
                      >
                        Servers that are given it cannot be reached with it any more. Its value cannot be
                        brought back.
                      </Confirm>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </>
  );
}

const nameRule = /^[A-Z][A-Z0-9_]{0,63}$/;

function NewSecret({ app }: { readonly app: string }): ReactNode {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const { form, faults, show } = useFaults<{ readonly name?: string; readonly value?: string }>({});
  const client = useQueryClient();
  const tell = useNews();
  const save = useAction(async () => {
    const found = {
      ...(nameRule.test(name) ? {} : { name: 'Capital letters, digits and _; a letter first.' }),
      ...(value === '' ? { value: 'A secret needs a value.' } : {}),
    };
    if (!show(found)) return;
    await api.PUT('/api/cli/apps/{app}/secrets/{name}', { params: { path: { app, name } }, body: { value } });
    setName('');
    setValue('');
    tell(`${name} is saved. Its value is not shown again.`);
    await client.invalidateQueries({ queryKey: listKey });
  });
  return (
    <form
      ref={form}
      noValidate
      aria-label="New secret"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <Unsaved when={name !== '' || value !== ''} />
      <Card narrow>
        <TextField
          label="Name"
          placeholder="GITHUB_TOKEN"
          autoComplete="off"
          spellCheck={false}
          required
          fault={faults.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextArea
          label="Value"
          hint="It is sealed. Nobody can read it again, not even you."
          code
          rows={2}
          autoComplete="off"
          required
          fault={faults.value}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
        <Row>
          <Button kind="main" type="submit" busy={save.busy}>
            Save
          </Button>
        </Row>
        <TroubleAlert error={save.error} />
      </Card>
    </form>
  );
}
