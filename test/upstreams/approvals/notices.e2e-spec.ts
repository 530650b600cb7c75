import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ticketOf } from '../../support/clients/approvals.js';
import { closeAfterAll } from '../../support/closing.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { createApp, says, type TestApp } from '../../support/clients/sdk-apps.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { text } from '../../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const told: Json[] = [];
const posted: Json[] = [];
let gateway: TestGateway;

beforeAll(async () => {
  const chat = tool('post', (exchange) => {
    told.push(exchange.args);
    exchange.result(text('told'));
  });
  const upstream = await open(ScriptedHttp.start([says('drop', 'dropped'), chat]));
  gateway = await open(
    startGateway({ mcpServers: { one: { url: upstream.url } }, env: { EGRESS_ALLOW: ['127.0.0.1'] } }),
  );
});

/** An app that tells of calls that wait. */
const appThat = (slug: string, notify: readonly Json[]): Promise<TestApp> =>
  createApp(gateway, slug, {
    mcpServers: { one: { use: 'one' } },
    policies: { requireApproval: ['one__drop'], notify },
  });

async function listener(): Promise<string> {
  const server = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    req.on('end', () => {
      posted.push(JSON.parse(body) as Json);
      res.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await open({
    close: async () => {
      server.close();
    },
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hook`;
}

describe('When a call begins to wait', () => {
  it('[approvals-notify] somebody is told by POST and by a tool, once, without its arguments', async () => {
    const app = await appThat('told', [
      { on: 'approval', url: await listener() },
      { on: 'approval', tool: 'post@one', with: { text: '${tool} of ${server}: ${url}', more: ['${id}'] } },
    ]);
    const ask = async () => ticketOf(await app.call('told.one', 'drop', { secret: 'x' }));
    const { id, url, expiresAt } = await ask();
    await ask();
    await waitFor('the notices', () => posted.length > 0 && told.length > 0);
    expect(posted).toEqual([
      {
        on: 'approval',
        approval: { id, url, expiresAt, server: 'told.one', tool: 'drop', caller: expect.any(String) },
      },
    ]);
    expect(told).toEqual([{ text: `drop of told.one: ${url}`, more: [id] }]);
  });

  it('[approvals-notify] nothing is held up by a notice that fails', async () => {
    const app = await appThat('away', [
      { on: 'approval', url: 'http://127.0.0.1:9/hook' },
      { on: 'approval', tool: 'nothing@one' },
      { on: 'approval', tool: 'drop@one' },
    ]);
    expect(ticketOf(await app.call('away.one', 'drop', {})).id).toMatch(/^apr_/);
    await waitFor('the failures', () => gateway.logs('approval.notice-failed').length === 3);
  });

  it('[approvals-notify] is refused in a config with both ways, or neither', async () => {
    for (const more of [{}, { url: 'https://a.example', tool: 'post@one' }, { url: 'file:///etc/passwd' }]) {
      const config = { mcpServers: {}, policies: { notify: [{ on: 'approval', ...more }] } };
      const { status, body } = await gateway.json('/api/cli/apps', {
        body: { name: 'faulty', slug: 'faulty', config },
      });
      expect([status, body['code']]).toEqual([422, 'invalid-config']);
    }
  });
});
