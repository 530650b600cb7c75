import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { dataOf } from '../../api/all-pages.ts';
import { hasStatus } from '../../api/api-problem.ts';
import { api } from '../../api/client.ts';
import type { Probe, ServerDeclaration } from '../../api/models.ts';
import { basePath } from '../../api/place.ts';
import { curl, gantry } from '../../api/shell.ts';
import { NotAllowed } from '../../frame/lost.tsx';
import { useMe } from '../../frame/me-context.ts';
import { useNews, useStanding } from '../../frame/news.tsx';
import { Page } from '../../frame/page.tsx';
import { Unsaved } from '../../frame/unsaved.tsx';
import { useAddress } from '../../frame/use-address.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextArea, TextField } from '../../parts/field.tsx';
import { Card, Row, Stack } from '../../parts/layout.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import { Alert, TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { CatalogPlanPage } from './catalog-plan.tsx';
import { CatalogSection } from './catalog-section.tsx';
import {
  definitionOf,
  faultsOf,
  isAddress,
  looksLikeDocument,
  nameFor,
  type DraftFaults,
  type ServerDraft,
} from './server-draft.ts';

const nothing: ServerDraft = { name: '', target: '', pairs: '', isDocument: false, baseUrl: '' };

/** Adds a server for everybody: an address or a command, tried first, or one of the catalogue. */
export function NewServerPage(): ReactNode {
  const me = useMe();
  const [{ entry = '' }] = useAddress();
  if (!me.may('operator')) return <NotAllowed what="Add server" />;
  return entry === '' ? <Form /> : <CatalogPlanPage key={entry} name={entry} />;
}

function Form(): ReactNode {
  const [draft, setDraft] = useState(nothing);
  const [nameTouched, setNameTouched] = useState(false);
  const [faults, setFaults] = useState<DraftFaults>({});
  const [answer, setAnswer] = useState<Probe>();
  const [isSaved, setIsSaved] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const tell = useNews();

  const change = (some: Partial<ServerDraft>): void => {
    setDraft((before) => ({ ...before, ...some }));
    setAnswer(undefined);
  };
  /** Shows what is wrong and goes to the first of it. */
  const isGood = (isNameNeeded: boolean): boolean => {
    const found = faultsOf(draft, isNameNeeded);
    setFaults(found);
    const isFine = Object.keys(found).length === 0;
    if (!isFine)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return isFine;
  };
  const test = useAction(async () => {
    setAnswer(undefined);
    if (!isGood(false)) return;
    setAnswer(dataOf(await api.POST('/api/servers/probe', { body: { definition: definitionOf(draft) } })));
  });
  const save = useAction(async () => {
    if (!isGood(true)) return;
    await api.POST('/api/servers/published', { body: { name: draft.name, definition: definitionOf(draft) } });
    setIsSaved(true);
    await client.invalidateQueries({ queryKey: ['get', '/api/servers'] });
    tell(`${draft.name} is saved.`);
    await navigate({ to: '/servers/$handle/tools', params: { handle: draft.name }, ignoreBlocker: true });
  });
  const found = answer?.ok === true ? probed(answer) : undefined;
  useStanding(test.busy ? 'Testing …' : found);
  // Before anything is typed, an example.
  const shown = draft.target.trim() === '' ? { ...draft, target: 'https://mcp.example.com/mcp' } : draft;
  const body = { name: draft.name === '' ? 'name' : draft.name, definition: definitionOf(shown) };
  return (
    <Page
      title="Add server"
      lead="Everybody in the gateway's account can use it. An app can declare servers of its own in its config."
      command={{ gantry: addCommand(body), curl: curl('/api/servers/published', { body }) }}
    >
      <Unsaved when={!isSaved && draft !== nothing} />
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        <Card narrow>
          <TextField
            label="Address or command"
            hint="https://… for a server that is reached over HTTP, or the command that starts one."
            placeholder="https://mcp.example.com/mcp"
            autoComplete="off"
            spellCheck={false}
            required
            fault={faults.target}
            value={draft.target}
            onChange={({ target: { value } }) =>
              change({
                target: value,
                isDocument: looksLikeDocument(value),
                ...(nameTouched ? {} : { name: nameFor(value) }),
              })
            }
          />
          {isAddress(draft.target) && (
            <SelectField
              label="What is there"
              value={draft.isDocument ? 'openapi' : 'mcp'}
              onChange={({ target: { value } }) => change({ isDocument: value === 'openapi' })}
            >
              <option value="mcp">A server that speaks MCP</option>
              <option value="openapi">The OpenAPI document of an API</option>
            </SelectField>
          )}
          {isAddress(draft.target) && draft.isDocument && (
            <TextField
              label="Address of the API"
              hint="If it is not where its document is: nothing is sent to another place."
              placeholder="https://api.example.com/v1"
              autoComplete="off"
              spellCheck={false}
              fault={faults.baseUrl}
              value={draft.baseUrl}
              onChange={({ target: { value } }) => change({ baseUrl: value })}
            />
          )}
          <TextField
            label="Name"
            hint="How it is called in addresses and commands."
            autoComplete="off"
            spellCheck={false}
            maxLength={63}
            required
            fault={faults.name}
            value={draft.name}
            onChange={({ target: { value } }) => {
              setNameTouched(true);
              change({ name: value });
            }}
          />
          <TextArea
            label="Headers or variables"
            hint={
              isAddress(draft.target)
                ? 'Headers that are sent along, one NAME=value a line. Values are sealed and never shown again.'
                : 'Variables that the command gets, one NAME=value a line. Values are sealed and never shown again.'
            }
            code
            fault={faults.pairs}
            value={draft.pairs}
            onChange={({ target: { value } }) => change({ pairs: value })}
          />
          <Row>
            <Button busy={test.busy} onClick={() => void test.run()}>
              Test
            </Button>
            <Button kind="main" type="submit" busy={save.busy}>
              Save
            </Button>
            {found !== undefined && <StateWord tone="good">{found}</StateWord>}
          </Row>
          <Stack tight>
            {answer?.ok === false && <ProbeFailed answer={answer} />}
            <TroubleAlert error={test.error} />
            <TroubleAlert error={save.error}>
              {hasStatus(save.error, 403) && (
                <p>
                  <a href={`${basePath}/logout`}>Sign out</a>, sign in again and save within ten minutes.
                </p>
              )}
            </TroubleAlert>
          </Stack>
        </Card>
      </form>
      <CatalogSection />
    </Page>
  );
}

/** The same at a terminal. What is more than an address with its headers is read from the lines that follow. */
function addCommand({
  name,
  definition,
}: {
  readonly name: string;
  readonly definition: ServerDeclaration;
}): string {
  const { url, openapi, baseUrl, headers } = definition as {
    readonly url?: string;
    readonly openapi?: string;
    readonly baseUrl?: string;
    readonly headers?: Record<string, string>;
  };
  const address = url ?? openapi;
  if (address === undefined)
    return `${gantry('servers', 'add', name, '-')} <<'JSON'\n${JSON.stringify(definition)}\nJSON`;
  const sent = Object.entries(headers ?? {}).flatMap(([key, value]) => ['--header', `${key}=${value}`]);
  const api = [
    ...(openapi === undefined ? [] : ['--openapi']),
    ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
  ];
  return gantry('servers', 'add', name, address, ...api, ...sent);
}

function probed({ protocolVersion, tools = 0 }: Probe): string {
  return `It answers: protocol ${protocolVersion ?? 'unknown'}, ${String(tools)} ${tools === 1 ? 'tool' : 'tools'}.`;
}

function ProbeFailed({ answer: { error, oauth } }: { readonly answer: Probe }): ReactNode {
  return (
    <Alert title="It does not answer as a server should">
      <p>{error?.detail ?? error?.code ?? 'It says nothing about why.'}</p>
      {oauth === true && <p>It wants people to sign in. Save it, then connect your account on its page.</p>}
    </Alert>
  );
}
