import { useState, type ReactNode } from 'react';
import { dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import type { Probe, ServerDeclaration } from '../../api/models.ts';
import { curl, gantry } from '../../api/shell.ts';
import { NotAllowed } from '../../frame/lost.tsx';
import { useMe } from '../../frame/me-context.ts';
import { useStanding } from '../../frame/news.tsx';
import { Page } from '../../frame/page.tsx';
import { useAddress } from '../../frame/use-address.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextArea, TextField } from '../../parts/field.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import { Alert, TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useFaults } from '../../parts/use-faults.ts';
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
import { ServerForm, ServerNameField, useAddedServer } from './server-form.tsx';

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
  const { form, faults, show } = useFaults<DraftFaults>({});
  const [answer, setAnswer] = useState<Probe>();
  const [isSaved, setIsSaved] = useState(false);
  const goTo = useAddedServer();

  const change = (some: Partial<ServerDraft>): void => {
    setDraft((before) => ({ ...before, ...some }));
    setAnswer(undefined);
  };
  const test = useAction(async () => {
    setAnswer(undefined);
    if (!show(faultsOf(draft, false))) return;
    setAnswer(dataOf(await api.POST('/api/servers/probe', { body: { definition: definitionOf(draft) } })));
  });
  const save = useAction(async () => {
    if (!show(faultsOf(draft, true))) return;
    await api.POST('/api/servers/published', { body: { name: draft.name, definition: definitionOf(draft) } });
    setIsSaved(true);
    await goTo(draft.name, `${draft.name} is saved.`);
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
      <ServerForm
        form={form}
        isChanged={!isSaved && draft !== nothing}
        submit={save}
        verb="save"
        buttons={
          <>
            <Button busy={test.busy} onClick={() => void test.run()}>
              Test
            </Button>
            <Button kind="main" type="submit" busy={save.busy}>
              Save
            </Button>
            {found !== undefined && <StateWord tone="good">{found}</StateWord>}
          </>
        }
        troubles={
          <>
            {answer?.ok === false && <ProbeFailed answer={answer} />}
            <TroubleAlert error={test.error} />
          </>
        }
      >
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
        <ServerNameField
          fault={faults.name}
          value={draft.name}
          onChange={(value) => {
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
      </ServerForm>
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
