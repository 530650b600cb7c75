import { decide, inboxOf } from '../../support/clients/approvals.js';
import { answered, ChatClient, toolParts, user } from '../../support/clients/chat-client.js';
import { createApp, says, type TestApp } from '../../support/clients/sdk-apps.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { asksThenSays, ModelServer } from '../../support/models/model-server.js';
import { ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let model: ModelServer;
let upstream: ScriptedHttp;
let gateway: TestGateway;
let app: TestApp;

beforeAll(async () => {
  model = await open(ModelServer.start());
  upstream = await open(ScriptedHttp.start([says('drop', 'dropped')]));
  gateway = await open(
    startGateway({
      mcpServers: { one: { url: upstream.url } },
      env: { CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/model' },
    }),
  );
  app = await createApp(gateway, 'shop', {
    mcpServers: { one: { use: 'one' } },
    policies: { requireApproval: ['one__drop'] },
  });
});

const question = user('drop it');
const wants = (n: number) => {
  model.otherwise = asksThenSays({ name: 'drop', args: { n } }, 'Done.');
};

describe('In a chat', () => {
  it.each([
    [true, 'used'],
    [false, 'denied'],
  ])('[approvals-chat] a person’s answer decides: %s', async (yes, status) => {
    wants(yes ? 1 : 2);
    const before = upstream.executions('drop');
    const chat = new ChatClient(gateway, 'shop.one');
    const asked = await chat.turn([question]);
    const [waiting] = await inboxOf(gateway);
    expect(waiting).toMatchObject({ status: 'waiting', tool: 'drop', arguments: { n: yes ? 1 : 2 } });
    const { message } = await chat.turn([
      question,
      answered(asked.message, yes, yes ? undefined : 'Not now.'),
    ]);
    expect(toolParts(message)).toMatchObject([{ state: yes ? 'output-available' : 'output-denied' }]);
    const { body } = await gateway.json(`/api/approvals/${String(waiting?.['id'])}`);
    expect(body).toMatchObject({ status, decidedBy: { kind: 'user' } });
    if (!yes) expect(body['note']).toContain('Not now.');
    expect(upstream.executions('drop')).toBe(before + (yes ? 1 : 0));
  });

  it('[approvals-chat] what somebody denied in the inbox does not run, whatever is answered in the chat', async () => {
    wants(3);
    const before = upstream.executions('drop');
    const chat = new ChatClient(gateway, 'shop.one');
    const asked = await chat.turn([question]);
    const [waiting] = (await inboxOf(gateway)) as { id: string }[];
    await decide(gateway, { id: waiting?.id ?? '' }, 'deny', { note: 'Never that.' });
    const { message } = await chat.turn([question, answered(asked.message, true)]);
    expect(toolParts(message)).toMatchObject([{ state: 'output-error' }]);
    expect(JSON.stringify(message)).toContain('Never that.');
    expect(upstream.executions('drop')).toBe(before);
  });

  it('[approvals-chat] a key’s answer decides nothing: somebody does in the inbox, and the same call goes on', async () => {
    wants(4);
    const before = upstream.executions('drop');
    const chat = new ChatClient(app, 'shop.one');
    const refused = await chat.turn([question]);
    expect(toolParts(refused.message)).toMatchObject([{ state: 'output-error' }]);
    const [waiting] = (await inboxOf(gateway)) as { id: string; url: string }[];
    expect(JSON.stringify(refused.message)).toContain(waiting?.url);
    await chat.turn([question]);
    expect(await inboxOf(gateway)).toHaveLength(1);
    expect(upstream.executions('drop')).toBe(before);
    await decide(gateway, { id: waiting?.id ?? '' }, 'approve');
    const { message } = await chat.turn([question]);
    expect(toolParts(message)).toMatchObject([{ state: 'output-available' }]);
    expect(upstream.executions('drop')).toBe(before + 1);
  });
});
