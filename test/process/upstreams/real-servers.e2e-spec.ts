import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { declareServers } from '../../support/upstreams/declared-servers.js';
import { NpmHttpServer } from '../../support/upstreams/npm-servers.js';
import { waitFor } from '../../support/wait-for.js';

const keep = closeAfterAll();
const open = closeAfterEach();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway());
});

async function declared(mode: 'streamableHttp' | 'sse', entry: object = {}): Promise<NpmHttpServer> {
  const upstream = await open(NpmHttpServer.everything(mode));
  await open(declareServers(gateway, { s: { url: upstream.url, ...entry } }));
  return upstream;
}

const echo = (message: string) => gateway.call('s', 'echo', { message });

describe('a real server from npm', () => {
  it('[http-restart] gets the next call after a restart', async () => {
    const upstream = await declared('streamableHttp');
    expect((await echo('a')).status).toBe(200);
    await upstream.restart();
    expect((await echo('b')).body).toMatchObject({ content: [{ text: 'Echo: b' }] });
  });

  it('[http-restart] of HTTP+SSE is connected again after a restart', async () => {
    const upstream = await declared('sse', { type: 'sse' });
    expect((await echo('a')).status).toBe(200);
    await upstream.restart();
    const again = await waitFor('the connection to heal', async () => {
      const answer = await echo('b');
      return answer.status === 200 && answer;
    });
    expect(again.body).toMatchObject({ content: [{ text: 'Echo: b' }] });
  });

  it('[sse-fallback] of HTTP+SSE is found at an address without a type', async () => {
    await declared('sse');
    expect((await echo('hi')).body).toMatchObject({ content: [{ text: 'Echo: hi' }] });
    expect(await gateway.server('s')).toMatchObject({ transport: 'sse', status: 'ready' });
  });
});
