import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import { curl, gantry } from '../../api/shell.ts';
import { NotAllowed } from '../../frame/lost.tsx';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { Page } from '../../frame/page.tsx';
import { Unsaved } from '../../frame/unsaved.tsx';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { Card, Row } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';

/** Makes an app. */
export function NewAppPage(): ReactNode {
  const me = useMe();
  return me.may('apps:write') ? <Form /> : <NotAllowed what="New app" />;
}

function Form(): ReactNode {
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const [isMade, setMade] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const tell = useNews();
  const create = useAction(async () => {
    if (name.trim() === '') {
      setFault('An app needs a name.');
      field.current?.focus();
      return;
    }
    const app = dataOf(await api.POST('/api/cli/apps', { body: { name: name.trim() } }));
    setMade(true);
    await client.invalidateQueries({ queryKey: ['get', '/api/cli/apps'] });
    tell(`${app.name} is made.`);
    await navigate({
      to: '/apps/$app/$section',
      params: { app: app.slug, section: 'config' },
      ignoreBlocker: true,
    });
  });
  const shown = name.trim() || 'My app';
  return (
    <Page
      title="New app"
      lead="Its address is made from its name. Servers, rules and keys come next."
      command={{
        gantry: gantry('apps', 'create', shown),
        curl: curl('/api/cli/apps', { body: { name: shown } }),
      }}
    >
      <Unsaved when={!isMade && name !== ''} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void create.run();
        }}
      >
        <Card narrow>
          <TextField
            ref={field}
            label="Name"
            autoComplete="off"
            maxLength={100}
            required
            fault={fault}
            value={name}
            onChange={({ target: { value } }) => {
              setName(value);
              setFault(undefined);
            }}
          />
          <Row>
            <Button kind="main" type="submit" busy={create.busy}>
              Create
            </Button>
          </Row>
          <TroubleAlert error={create.error} />
        </Card>
      </form>
    </Page>
  );
}
