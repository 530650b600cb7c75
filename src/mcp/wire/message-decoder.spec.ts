import { decodeMessages, readResult } from './message-decoder.js';
import type { RpcResponse } from './json-rpc.js';

const many = 250_000;
const pad = 'x'.repeat(70_000);
const decoded = (message: unknown) =>
  decodeMessages(Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)), many);
const responseIn = (message: unknown) => decoded(message)[0]?.message as RpcResponse;

describe('A large message of a server', () => {
  it.each([
    ['last', { jsonrpc: '2.0', id: 7, result: { pad, a: [1, { b: 'é' }] } }],
    ['before the id', { jsonrpc: '2.0', result: { pad, a: 1 }, id: 'x' }],
    ['beside an empty error', { jsonrpc: '2.0', id: 7, error: null, result: { pad } }],
  ])('[large-message] is a response whose result is read in slices: %s', async (_, message) => {
    const [one] = decoded(message);
    const response = one?.message as RpcResponse;
    expect([response.id, one?.fault]).toEqual([message.id, undefined]);
    expect(one?.resultBytes?.toString()).toBe(JSON.stringify(message.result));
    expect(await readResult(response)).toEqual(message.result);
    expect(response.result).toBe(await readResult(response));
  });

  it('[large-message] has a result whose numbers keep their digits and whose text is any Unicode', async () => {
    const result = `{"n":9007199254740993123,"text":"${'ü😀'.repeat(400_000)}"}`;
    const message = responseIn(`{"jsonrpc":"2.0","id":1,"result":${result}}`);
    const read = (await readResult(message)) as { n: { source: string }; text: string };
    expect([read.n.source, read.text]).toEqual(['9007199254740993123', 'ü😀'.repeat(400_000)]);
  });

  it('[large-message] is refused when somebody reads a result that nests too deeply', async () => {
    const deep = '['.repeat(200) + ']'.repeat(200);
    const message = responseIn(`{"jsonrpc":"2.0","id":1,"result":{"pad":"${pad}","a":${deep}}}`);
    await expect(readResult(message)).rejects.toMatchObject({ code: 'upstream-error' });
  });

  it.each([
    ['an error', { jsonrpc: '2.0', id: 7, error: { code: 1, message: 'no', data: Array(40_000).fill(0) } }],
    [
      'a member twice',
      `{"jsonrpc":"2.0","id":7,"x":${JSON.stringify(Array(40_000).fill(0))},"x":1,"result":{}}`,
    ],
  ])('[large-message] fails its call when it is not a result and has many values: %s', (_, message) => {
    const [one] = decoded(message);
    expect(one?.message).toMatchObject({ id: 7 });
    expect(one?.fault).toMatchObject({ kind: 'too-large' });
  });

  it('[large-message] is left out when nobody waits for it and it has many values', () => {
    const params = { level: 'info', data: Array(40_000).fill(0) };
    expect(decoded({ jsonrpc: '2.0', method: 'notifications/message', params })).toEqual([]);
    expect(decoded({ jsonrpc: '2.0', method: 'notifications/message', params: { data: pad } })).toHaveLength(
      1,
    );
  });
});
