import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { connectionCame, inTurn } from './loop-turns.js';

/** How much of `count` works that come at once begins in each turn of the loop, until all have. */
async function begunByTurn(count: number): Promise<number[]> {
  const begun: number[] = [];
  for (let i = 0; i < count; i++) inTurn(() => begun.push(i));
  const byTurn = [begun.length];
  while (begun.length < count) {
    const before = begun.length;
    await setImmediate();
    byTurn.push(begun.length - before);
  }
  expect(begun).toEqual(Array.from({ length: count }, (_, i) => i));
  return byTurn;
}

describe('Work while connections come', () => {
  it('[connections-let-in] begins at once when none does', async () => {
    expect(await begunByTurn(20)).toEqual([20]);
  });

  it('[connections-let-in] begins in the order of its coming, little in the first turn, and at once again when it is done', async () => {
    connectionCame();
    expect(await begunByTurn(60)).toEqual([0, 4, 8, 16, 32]);
    await setImmediate();
    expect(await begunByTurn(20)).toEqual([20]);
  });

  it('[connections-let-in] goes on beside them: a server takes all before the work of the first few is done', async () => {
    let done = 0;
    let doneAtLast = 0;
    const server = createServer((socket) => {
      connectionCame();
      doneAtLast = done;
      for (let i = 0; i < 100; i++) inTurn(() => done++);
      socket.resume();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const clients = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'));
    while (done < 5000) await setImmediate();
    expect(doneAtLast).toBeLessThanOrEqual(50 * 4);
    for (const client of clients) client.destroy();
    server.close();
  });
});
