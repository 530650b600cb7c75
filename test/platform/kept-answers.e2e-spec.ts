import { closeAfterAll } from '../support/closing.js';
import { startGateway } from '../support/gateway.js';
import type { Answer, GatewayClient, Json } from '../support/clients/gateway-client.js';
import { text } from '../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let upstream: ScriptedHttp;

beforeAll(async () => {
  upstream = await open(
    ScriptedHttp.start([
      tool('count', (exchange) => {
        exchange.result(text(`run ${String(upstream.executions('count'))}`));
      }),
      tool('big', (exchange) => {
        exchange.result(text('x'.repeat(200_000)));
      }),
    ]),
  );
});

function call(client: GatewayClient, name: string, key: string): Promise<Answer> {
  return client.call('s', name, {}, {}, { headers: { 'idempotency-key': key } });
}

describe('answers that are kept', () => {
  it('[idempotency-large-answer] are small; of a large one it is known that it was given', async () => {
    const env = { MAX_KEPT_ANSWER_BYTES: 100_000, ACCOUNT_KEPT_ANSWER_BYTES: 400, ACCOUNT_KEPT_ANSWERS: 5 };
    const small = await open(startGateway({ mcpServers: { s: { url: upstream.url } }, env }));
    const before = upstream.executions('big');
    expect(await call(small, 'big', 'large')).toMatchObject({ status: 200 });
    const again = await call(small, 'big', 'large');
    expect(again).toMatchObject({ status: 409, body: { code: 'answer-not-kept' } });
    expect(upstream.executions('big')).toBe(before + 1);

    const statuses: number[] = [];
    for (const key of ['a', 'b', 'c', 'd']) {
      expect((await call(small, 'count', key)).status).toBe(200);
      statuses.push((await call(small, 'count', key)).status);
    }
    expect(statuses[0]).toBe(200);
    expect(statuses.at(-1)).toBe(409);
    const { body } = await small.json('/api/usage/limits');
    const shown = (body['limits'] as Json[]).filter(({ name }) => String(name).startsWith('keptAnswer'));
    expect(shown).toMatchObject([
      { name: 'keptAnswers', variable: 'ACCOUNT_KEPT_ANSWERS', used: 5, max: 5 },
      { name: 'keptAnswerBytes', variable: 'ACCOUNT_KEPT_ANSWER_BYTES', max: 400 },
    ]);
    expect(Number(shown[1]?.['used'])).toBeLessThanOrEqual(400);
    expect(await call(small, 'count', 'e')).toMatchObject({
      status: 503,
      body: { code: 'overloaded', limit: 'ACCOUNT_KEPT_ANSWERS' },
    });
    expect((await call(small, 'count', 'a')).status).toBe(200);
  });

  it('[idempotency-room] have as much room as there is for keys that come at once, and for one that comes often', async () => {
    const env = { ACCOUNT_KEPT_ANSWERS: 5 };
    const gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url } }, env }));
    const often = await Promise.all(Array.from({ length: 8 }, () => call(gateway, 'count', 'often')));
    for (const { status } of often) expect([200, 409]).toContain(status);
    expect((await call(gateway, 'count', 'often')).status).toBe(200);

    const before = upstream.executions('count');
    const keys = Array.from({ length: 20 }, (_, at) => `key ${String(at)}`);
    const statuses = (await Promise.all(keys.map((key) => call(gateway, 'count', key)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 503)).toHaveLength(16);
    expect(upstream.executions('count')).toBe(before + 4);
  });
});
