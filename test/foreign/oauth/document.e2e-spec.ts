import { writeFileSync } from 'node:fs';
import type { Json } from '../../support/clients/gateway-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import { documents } from '../../support/oauth/oauth-clients.js';
import { operator } from '../../support/people.js';
import { spawnGateway, type GatewayProcess } from '../../support/processes/gateway-process.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { DocumentHost } from '../../support/upstreams/document-host.js';
import { npmStdio } from '../../support/upstreams/npm-servers.js';
import { decideAt } from './person.js';
import { sdkV2 } from './sdk-programs.js';

const open = closeAfterAll();
const folder = temporaryFolder();
let host: DocumentHost;
let gateway: GatewayProcess;

beforeAll(async () => {
  host = await open(DocumentHost.start());
  const certificate = folder.file('host.pem');
  writeFileSync(certificate, host.certificate.cert);
  gateway = await spawnGateway({
    through: ['env', `NODE_EXTRA_CA_CERTS=${certificate}`],
    mcpServers: { everything: npmStdio.everything() },
    env: { ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password, EGRESS_ALLOW: '127.0.0.1' },
  });
  await open({ close: () => gateway.stop().then(() => undefined) });
  await gateway.ready();
});

afterAll(() => {
  folder.remove();
});

/** What a browser is shown that a program with this document sends to the gateway. */
async function shown(url: string, clientId: string): Promise<number> {
  const query = new URLSearchParams({
    ...{
      client_id: clientId,
      redirect_uri: 'https://claude.ai/api/mcp/auth_callback',
      response_type: 'code',
    },
    ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
  });
  const address = `${url}/oauth/authorize?${query.toString()}`;
  const { status } = await fetch(address, { headers: { accept: 'text/html' }, redirect: 'manual' });
  return status;
}

describe('A program that is known by its document', () => {
  it('[flow-document] comes in with the MCP SDK, without registering', async () => {
    const address = host.put('/claude-code.json', documents.claudeCode);
    const sdk = sdkV2(new URL(`${gateway.client.url}/api/servers/everything/mcp`), address);
    await expect(sdk.connect()).rejects.toThrow('Unauthorized');
    const asked = sdk.asked() ?? new URL('about:blank');
    expect(asked.searchParams.get('client_id')).toBe(address);
    await sdk.finish(await decideAt(asked));
    await sdk.connect();
    await open(sdk);
    expect(await sdk.tools()).toContain('echo');
    expect(await sdk.call('echo', { message: 'hello' })).toContain('Echo: hello');
    const { body } = await gateway.client.json('/api/grants');
    expect(body['grants'] as Json[]).toMatchObject([
      { client: { id: address, name: 'Claude Code', kind: 'document', host: new URL(address).host } },
    ]);
    expect(host.asked).toEqual(['/claude-code.json']);
  });

  it('[flow-document] is not let in with one that redirects, is too large, never ends or is another’s', async () => {
    const good = host.put('/good.json', documents.claude);
    const bad = [
      host.answer('/moved.json', (res) => res.writeHead(302, { location: good }).end()),
      host.put('/large.json', { ...documents.claude, padding: 'x'.repeat(1024 * 1024) }),
      host.answer(
        '/slow.json',
        (res) => void res.writeHead(200, { 'content-type': 'application/json' }).write('{'),
      ),
      host.put('/other.json', { ...documents.claude, client_id: good }),
    ];
    const statuses = await Promise.all(bad.map((address) => shown(gateway.client.url, address)));
    expect(statuses).toEqual([502, 502, 503, 400]);
    expect(await shown(gateway.client.url, good)).toBe(303);
  });

  it('[flow-document] is not even asked for it at a private address', async () => {
    const strict = await open(startGateway());
    const address = host.put('/private.json', documents.claude);
    expect([502, 503]).toContain(await shown(strict.url, address));
    expect(host.asked).not.toContain('/private.json');
  });
});
