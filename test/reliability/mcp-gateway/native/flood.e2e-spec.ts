import { closeAfterAll } from '../../../support/closing.js';
import { startGateway, type TestGateway } from '../../../support/gateway.js';
import { NativeClient, type NativeAnswer } from '../../../support/clients/native-client.js';
import { waitFor } from '../../../support/wait-for.js';
import { stdioServer } from '../../../support/upstreams/stdio.js';

const open = closeAfterAll();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await open(
    startGateway({
      mcpServers: { deaf: stdioServer({ DEAF: '1' }) },
      // Fewer than the large messages of a flood that an account may send at once.
      env: { MAX_STDIO_BACKLOG_BYTES: 10_000_000 },
    }),
  );
});

async function session(server: string): Promise<NativeClient> {
  const client = new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token);
  await client.initialize();
  return client;
}

describe('A flood of messages of a native client', () => {
  it('[native-hostile-flood] is not buffered for a process that does not read, and the process ends', async () => {
    const flood = async (count: number, bytes: number, refusal: string) => {
      const client = await session('deaf');
      const message = { jsonrpc: '2.0', method: 'notifications/x', params: { text: 'x'.repeat(bytes) } };
      const answers: NativeAnswer[] = [];
      const sent = Array.from({ length: count }, async () => {
        answers.push(await client.send(message));
      });
      await waitFor('the refusals', () => answers.some(({ text }) => text.includes(refusal)));
      await fetch(client.url, { method: 'DELETE', headers: client.headers() });
      // What has been gathered ends with the session, and not before.
      await Promise.all(sent);
      return answers.map(({ status }) => status);
    };
    const statuses = [
      ...(await flood(200, 100_000, 'does not take the messages')),
      ...(await flood(11, 8_000_000, 'does not read')),
    ];
    expect(statuses.filter((status) => ![202, 404, 502, 503].includes(status))).toEqual([]);
  });
});
