import { useState, type ReactNode } from 'react';
import { hasStatus } from '../../api/api-problem.ts';
import { queries } from '../../api/client.ts';
import type { Setting } from '../../api/models.ts';
import { curl, gantry } from '../../api/shell.ts';
import { NotAllowed } from '../../frame/lost.tsx';
import { useMe } from '../../frame/me-context.ts';
import { Page } from '../../frame/page.tsx';
import { useAddress } from '../../frame/use-address.ts';
import { Unsaved } from '../../frame/unsaved.tsx';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextArea, TextField } from '../../parts/field.tsx';
import { Bones, Empty, Row } from '../../parts/layout.tsx';
import { Alert, TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useServers } from '../servers/use-servers.ts';
import styles from './chat.module.css';
import { Conversation } from './conversation.tsx';
import { useChat } from './use-chat.ts';

/** Tries a model with the tools of a server. */
export function ChatPage(): ReactNode {
  const me = useMe();
  const [{ to = '', model = '' }, change] = useAddress();
  const [text, setText] = useState('');
  const { data, isPending, error } = useServers();
  if (!me.may('tools:call')) return <NotAllowed what="Chat" />;
  const servers = (data?.servers ?? []).filter(({ status }) => status !== 'disabled');
  const [kind, name] = [to.slice(0, to.indexOf(':')), to.slice(to.indexOf(':') + 1)];
  const chosen =
    servers.find(({ handle }) => (kind === 'app' ? handle.startsWith(`${name}.`) : handle === name)) ??
    servers.find(({ status }) => status === 'ready') ??
    servers[0];
  const said = text.trim() === '' ? 'Hello' : text.trim();
  return (
    <Page
      title="Chat"
      lead="A model, with the tools of one server. What it wants to change is asked first."
      busy={isPending}
      command={{
        gantry: gantry('chat', chosen?.handle ?? 'server', said, ...(model === '' ? [] : ['--model', model])),
        curl: curl(`/api/servers/${chosen?.handle ?? 'server'}/mcp/chat`, {
          body: {
            messages: [{ role: 'user', content: said }],
            ...(model === '' ? {} : { model }),
          },
          headers: { Accept: 'text/event-stream' },
        }),
      }}
    >
      <TroubleAlert error={error} />
      {isPending && <Bones />}
      {!isPending && chosen === undefined && error === null && (
        <Empty title="There is no server to talk to yet">
          <p>A model gets the tools of a server. Add one first.</p>
        </Empty>
      )}
      {chosen !== undefined && (
        <>
          <div className={styles.choices}>
            <SelectField
              label="To"
              value={`server:${chosen.handle}`}
              onChange={(event) => change({ to: event.target.value }, true)}
            >
              {servers.map(({ handle }) => (
                <option key={handle} value={`server:${handle}`}>
                  {handle}
                </option>
              ))}
            </SelectField>
            <ModelField value={model} onChange={(value) => change({ model: value })} />
          </div>
          <NoModel />
          <Talk key={chosen.handle} server={chosen.handle} model={model} text={text} onText={setText} />
        </>
      )}
    </Page>
  );
}

/** Variables of which one at least must be set for a model to answer. */
const modelVariables = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'CHAT_PROVIDERS'];

/** Tells those who can change it that there is no model; others hear it from the gateway when they send. */
function NoModel(): ReactNode {
  const { data } = useSettings();
  if (data === undefined) return null;
  const isSome = data.settings.some(({ name, set }) => set && modelVariables.includes(name));
  if (isSome) return null;
  return (
    <Alert title="No model is configured">
      <p>
        Start the gateway with one of <code>OPENAI_API_KEY</code>, <code>ANTHROPIC_API_KEY</code> and{' '}
        <code>CHAT_PROVIDERS</code>, and name the model in <code>CHAT_DEFAULT_MODEL</code>.
      </p>
    </Alert>
  );
}

function useSettings(): { readonly data: { readonly settings: readonly Setting[] } | undefined } {
  const me = useMe();
  return queries.useQuery('get', '/api/settings', {}, { enabled: me.may('operator'), retry: false });
}

/** The models that the settings name, for those who may read them; any other can be typed. */
function ModelField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (model: string) => void;
}): ReactNode {
  const { data } = useSettings();
  const named = ['CHAT_DEFAULT_MODEL', 'CHAT_ALLOWED_MODELS'].flatMap(
    (name) => data?.settings.find((setting) => setting.name === name)?.value?.split(/[\s,]+/) ?? [],
  );
  const models = [...new Set(named)].filter((model) => model !== '' && !model.includes('*'));
  return (
    <>
      <TextField
        label="Model"
        list="models"
        autoComplete="off"
        spellCheck={false}
        placeholder={models[0] ?? "the gateway's own choice"}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id="models">
        {models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
    </>
  );
}

function Talk({
  server,
  model,
  text,
  onText: setText,
}: {
  readonly server: string;
  readonly model: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}): ReactNode {
  const { messages, busy, error, send, decide, stop, again } = useChat(server, model);
  const submit = (): void => {
    if (busy || text.trim() === '') return;
    send(text.trim());
    setText('');
  };
  return (
    <>
      <Unsaved when={text.trim() !== ''} />
      <Conversation messages={messages} busy={busy} onDecide={decide} />
      <TroubleAlert error={error}>
        {!hasStatus(error, 400, 403, 503) && messages.length > 0 && (
          <Row>
            <Button onClick={again}>Try again</Button>
          </Row>
        )}
      </TroubleAlert>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextArea
          label="Message"
          hint="Enter sends, Shift and Enter begins a line."
          rows={2}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            submit();
          }}
        />
        <Row>
          <Button kind="main" type="submit" busy={busy}>
            Send
          </Button>
          {busy && <Button onClick={stop}>Stop</Button>}
        </Row>
      </form>
    </>
  );
}
