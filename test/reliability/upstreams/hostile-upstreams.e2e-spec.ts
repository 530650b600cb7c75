import { readFileSync } from 'node:fs';
import { closeAfterEach } from '../../support/closing.js';
import { figure } from '../../support/measures/figures.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Answer } from '../../support/clients/gateway-client.js';
import { spawnGateway } from '../../support/processes/gateway-process.js';
import { ownTime } from '../../support/measures/own-time.js';
import { waitFor } from '../../support/wait-for.js';
import {
  answers,
  diesMidJson,
  gzipBomb,
  httpStatus,
  redirects,
  resets,
  text,
  type Behaviour,
} from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool, type ScriptedTool } from '../../support/upstreams/scripted-http.js';

const open = closeAfterEach();
const mebibyte = 1_048_576;

async function gatewayFor(
  tools: readonly ScriptedTool[],
): Promise<{ upstream: ScriptedHttp; gateway: TestGateway }> {
  const upstream = await open(ScriptedHttp.start(tools));
  const gateway = await open(
    startGateway({ mcpServers: { s: { url: upstream.url } }, env: { BREAKER_FAILURES: 1000 } }),
  );
  return { upstream, gateway };
}

describe('redirects', () => {
  it.each([301, 302, 307, 308])(
    '[egress-redirect] to another origin are not followed (%d)',
    async (status) => {
      const bystander = await open(ScriptedHttp.start());
      const { upstream, gateway } = await gatewayFor([tool('away', redirects(bystander.url, status)), echo]);
      const answer = await gateway.call('s', 'away', {});
      expect({ status: answer.status, code: answer.body['code'] }).toEqual({
        status: 502,
        code: 'upstream-error',
      });
      // The address is what the server says; nothing is fetched there.
      expect(answer.body['detail']).toContain('which is not followed');
      expect(bystander.connections).toBe(0);
      expect(upstream.executions('away')).toBe(1);
    },
  );

  it('[egress-redirect] of the first request are not followed either', async () => {
    const bystander = await open(ScriptedHttp.start());
    const { upstream, gateway } = await gatewayFor([echo]);
    upstream.intercept = (exchange) => {
      void redirects(bystander.url)(exchange);
      return true;
    };
    const { status } = await gateway.call('s', 'echo', {});
    expect([502, 503]).toContain(status);
    expect(bystander.connections).toBe(0);
  });
});

describe('answers that are too large or not what they seem', () => {
  it('[gzip-bomb] of 200 MB is cut off while memory stays flat', async () => {
    const upstream = await open(ScriptedHttp.start([tool('bomb', gzipBomb(200 * mebibyte)), echo]));
    const process = await spawnGateway({ mcpServers: { s: { url: upstream.url } } });
    try {
      const client = await process.ready();
      for (let round = 0; round < 20; round++) await client.call('s', 'echo', {});
      const before = peakMemory(process.pid);
      const answer = await client.call('s', 'bomb', {});
      expect({ status: answer.status, code: answer.body['code'] }).toEqual({
        status: 502,
        code: 'upstream-response-too-large',
      });
      const more = peakMemory(process.pid) - before;
      expect(more).toBeLessThan(64 * mebibyte);
      figure('gzip-bomb', { status: answer.status, 'memory + MiB': (more / mebibyte).toFixed(1) });
      expect((await client.call('s', 'echo', {})).status).toBe(200);
    } finally {
      await process.stop();
    }
  });

  it('[evil-pattern] of an output schema is not run', async () => {
    const outputSchema = {
      type: 'object',
      properties: { word: { type: 'string', pattern: '^(a+)+$' } },
      patternProperties: { '^(b+)+$': { type: 'string' } },
    };
    const word = `${'a'.repeat(40)}!`;
    const evil = tool(
      'evil',
      answers({ ...text(word), structuredContent: { word, [`${'b'.repeat(40)}!`]: 'x' } }),
      {
        outputSchema,
      },
    );
    const { gateway } = await gatewayFor([evil]);
    await gateway.toolNames('s');
    const gaps = watchLoop();
    const { status, body } = await gateway.call('s', 'evil', {});
    const stream = await gateway.stream('s', 'evil');
    await stream.done;
    const longest = gaps();
    expect(longest).toBeLessThan(100);
    figure('evil-pattern', { 'longest gap ms': longest.toFixed(1) });
    expect(status).toBe(200);
    expect(body['structuredContent']).toMatchObject({ word });
    expect(stream.events.at(-1)?.event).toBe('result');
  });
});

describe('answers that are none', () => {
  const behaviours: readonly (readonly [string, Behaviour])[] = [
    [
      '100,000 levels of JSON',
      (exchange) => {
        exchange.send(
          200,
          `{"jsonrpc":"2.0","id":1,"result":{"content":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
        );
      },
    ],
    [
      'an answer to somebody else',
      (exchange) => {
        exchange.send(200, '{"jsonrpc":"2.0","id":"not-yours","result":{}}');
      },
    ],
    [
      'neither result nor error',
      (exchange) => {
        exchange.send(200, JSON.stringify({ jsonrpc: '2.0', id: exchange.id }));
      },
    ],
    [
      'a result that is no object',
      (exchange) => {
        exchange.send(200, JSON.stringify({ jsonrpc: '2.0', id: exchange.id, result: 'x' }));
      },
    ],
    [
      'an array',
      (exchange) => {
        exchange.send(200, '[]');
      },
    ],
    [
      'nothing',
      (exchange) => {
        exchange.send(200, '');
      },
    ],
    [
      '202 without an answer',
      (exchange) => {
        exchange.send(202, undefined);
      },
    ],
    [
      'an image',
      (exchange) => {
        exchange.send(200, 'PNG', { 'content-type': 'image/png' });
      },
    ],
    [
      'broken gzip',
      (exchange) => {
        exchange.send(200, 'no gzip', { 'content-encoding': 'gzip' });
      },
    ],
    [
      'an unknown encoding',
      (exchange) => {
        exchange.send(200, 'x', { 'content-encoding': 'rot13' });
      },
    ],
    ['half of an answer', diesMidJson],
    ['204', httpStatus(204)],
    [
      'an event stream with a line of 11 MB',
      (exchange) => {
        exchange.send(200, `data: ${'x'.repeat(11 * mebibyte)}\n\n`, { 'content-type': 'text/event-stream' });
      },
    ],
    [
      'an event stream with garbage in it',
      (exchange) => {
        exchange.send(200, 'data: {"jsonrpc"\n\n', { 'content-type': 'text/event-stream' });
      },
    ],
  ];
  let upstream: ScriptedHttp;
  let gateway: TestGateway;
  const times: number[] = [];

  beforeAll(async () => {
    upstream = await ScriptedHttp.start([
      echo,
      ...behaviours.map(([name, behaviour]) => tool(name, behaviour)),
    ]);
    gateway = await startGateway({
      mcpServers: { s: { url: upstream.url } },
      env: { BREAKER_FAILURES: 1000 },
    });
  });

  afterAll(async () => {
    const executions = upstream.executed.filter((name) => name !== 'echo').length;
    figure('hostile-answer', {
      calls: times.length,
      executions,
      'slowest ms': Math.max(...times).toFixed(0),
    });
    await gateway.close();
    await upstream.close();
  });

  it.each(behaviours)('[hostile-answer] %s is 502, once, and the gateway goes on', async (name) => {
    const { status, body, ms } = await gateway.call('s', name, {}, { timeoutMs: 10_000 });
    times.push(ms);
    expect(status).toBe(502);
    expect(['upstream-error', 'upstream-response-too-large']).toContain(body['code']);
    expect(upstream.executions(name)).toBe(1);
    expect((await gateway.call('s', 'echo', { a: 1 })).status).toBe(200);
  });
});

describe('connections that break', () => {
  it('[lists-retried] half of them before a byte: lists come, calls run at most once', async () => {
    const { upstream, gateway } = await gatewayFor([echo]);
    await gateway.toolNames('s');
    let count = 0;
    let reset = 0;
    const calls = new Map<string, number>();
    upstream.intercept = (exchange) => {
      const { rpc } = exchange.record;
      if (rpc?.method === 'tools/call') {
        const key = String(exchange.args['n']);
        calls.set(key, (calls.get(key) ?? 0) + 1);
      }
      if (rpc?.id === undefined || count++ % 2 === 0) return false;
      reset++;
      void resets(exchange);
      return true;
    };
    // One after the other: lists that are asked for at the same time share an answer.
    const lists: Answer[] = [];
    for (let n = 0; n < 200; n++) lists.push(await gateway.mcp('s', 'tools?refresh=true'));
    const came = lists.filter(({ status }) => status === 200).length;
    expect(came).toBeGreaterThanOrEqual(198);
    expect(reset).toBeGreaterThanOrEqual(190);
    const ofLists = `${String(reset)} of ${String(count)}`;
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) => gateway.call('s', 'echo', { n })),
    );
    expect([...calls.values()].filter((times) => times > 1)).toEqual([]);
    for (const { status } of results) expect([200, 502, 503]).toContain(status);
    figure('lists-retried', {
      ...{ lists: lists.length, came, 'requests reset meanwhile': ofLists, calls: results.length },
      'sent to the server': calls.size,
      'of these more than once': [...calls.values()].filter((times) => times > 1).length,
      'told of success': results.filter(({ status }) => status === 200).length,
    });
    upstream.intercept = undefined;
    await waitFor('calm', async () => (await gateway.call('s', 'echo', {})).status === 200);
  });
});

/** Largest resident memory of a process so far, in bytes. */
function peakMemory(pid: number): number {
  const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'));
  return Number(line?.[1]) * 1024;
}

/** Measures how long the event loop stood still at most. */
function watchLoop(): () => number {
  let last = ownTime();
  let longest = 0;
  const timer = setInterval(() => {
    const now = ownTime();
    longest = Math.max(longest, now - last);
    last = now;
  }, 5);
  return () => {
    clearInterval(timer);
    return Math.max(longest, ownTime() - last);
  };
}
