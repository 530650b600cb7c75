import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CallScope } from '../../../src/kernel/call-scope.js';
import { SessionMailbox } from '../../../src/mcp/server/session-mailbox.js';
import { EventStream } from '../../../src/platform/http/answers/event-stream.js';
import { waitFor } from '../../support/wait-for.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const terms = { cacheControl: 'no-cache', heartbeatMs: 60_000, maxWaitingBytes: 1_000_000 };

/** The stream of a session over a real connection, whose client leaves when it has heard something; and what that was. */
async function heardAndLeft(mailbox: SessionMailbox) {
  let opened: WeakRef<EventStream> | undefined;
  let left: Promise<void> | undefined;
  const server = createServer((_req, res) => {
    const scope = new CallScope('one');
    const stream = new EventStream(res, 'text/event-stream', terms, []);
    opened = new WeakRef(stream);
    res.on('close', () => {
      scope.cancel();
    });
    left = mailbox.open(scope, undefined).run(stream);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = get({ host: '127.0.0.1', port, agent: false }).on('error', () => undefined);
  const [answer] = (await once(client, 'response')) as [NodeJS.ReadableStream];
  const [heard] = (await once(
    answer.on('error', () => undefined),
    'data',
  )) as [Buffer];
  client.destroy();
  await left;
  server.close();
  await once(server, 'close');
  return { stream: opened as unknown as WeakRef<EventStream>, heard: heard.toString() };
}

it('[native-stream-let-go] A session does not keep a stream that its client has left, and what it says then comes to the next', async () => {
  const mailbox = new SessionMailbox({ events: 10, length: 1000, endedMs: 1000, primes: true });
  const { stream } = await heardAndLeft(mailbox);
  expect(mailbox.isOpen).toBe(false);
  await waitFor('the stream to be given up', () => {
    collect();
    return stream.deref() === undefined;
  });
  mailbox.put('{"said":1}');
  expect((await heardAndLeft(mailbox)).heard).toContain('{"said":1}');
  mailbox.close();
});
