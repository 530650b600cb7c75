import { AppsClient } from '../../support/clients/apps-client.js';
import { closeAfterEach } from '../../support/closing.js';
import { figure } from '../../support/measures/figures.js';
import { spawnGateway } from '../../support/processes/gateway-process.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { median, p99 } from '../../support/measures/latency.js';
import { hangs } from '../../support/upstreams/behaviours.js';
import { ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const rounds = 9;
const roundMs = 3000;
const callers = 4;
const open = closeAfterEach();

it(
  '[one-hanging] the nine others of ten servers answer as before, and a list of all names the one',
  async () => {
    const good = await open(ScriptedHttp.start());
    const hanging = await open(ScriptedHttp.start());
    const names = Array.from({ length: 9 }, (_, index) => `good-${String(index)}`);
    const gateway = await spawnGateway({
      env: { LIST_DEADLINE_MS: '500' },
      mcpServers: {
        hanging: { url: hanging.url },
        ...Object.fromEntries(names.map((name) => [name, { url: good.url }])),
      },
    });
    await open({
      close: async () => {
        await gateway.stop('SIGKILL');
      },
    });
    const client = await gateway.ready();
    const operator = new AppsClient(client.url, client.token);
    const uses = ['hanging', ...names].map((name) => [name, { use: name }]);
    await operator.newApp('all', { mcpServers: Object.fromEntries(uses) });
    const app = await operator.withKey('all');
    for (const name of ['hanging', ...names]) expect((await client.call(name, 'echo', {})).status).toBe(200);
    hanging.methods.set('tools/call', hangs).set('tools/list', hangs);

    const load = async (): Promise<number> => {
      const endsAt = performance.now() + roundMs;
      const times: number[] = [];
      const caller = async () => {
        while (performance.now() < endsAt) {
          const startedAt = performance.now();
          const { status } = await client.call(names[times.length % names.length] as string, 'echo', {});
          times.push(performance.now() - startedAt);
          if (status !== 200) throw new Error(`a server that is well answers ${String(status)}`);
        }
      };
      await Promise.all(Array.from({ length: callers }, caller));
      return p99(times);
    };
    /** Keeps twenty calls of the server that hangs under way, which do not end all at once. */
    const stuck = async (goOn: () => boolean): Promise<void> => {
      const caller = async (_: unknown, index: number) => {
        for (let timeoutMs = 2000 + 150 * index; goOn(); timeoutMs = 5000)
          await client.call('hanging', 'echo', {}, { timeoutMs });
      };
      await Promise.all(Array.from({ length: 20 }, caller));
    };

    await load();
    const [alone, beside]: [number[], number[]] = [[], []];
    const lists: number[] = [];
    for (let round = 0; round < rounds; round++) {
      alone.push(await load());
      let isOver = false;
      const others = stuck(() => !isOver);
      beside.push(await load());
      isOver = true;
      await others;
      const { status, body, ms } = await app.json('/api/sdk/tools?limit=200&refresh=true');
      lists.push(ms);
      expect(status).toBe(200);
      const reports = body['servers'] as Json[];
      expect(reports.filter((report) => 'error' in report)).toMatchObject([
        { name: 'hanging', error: { code: expect.stringMatching(/^upstream-(timeout|unavailable)$/) } },
      ]);
      expect(reports.filter((report) => !('error' in report)).map(({ name }) => name)).toEqual(names);
      const tools = body['tools'] as Json[];
      expect(tools.map(({ server }) => server)).toEqual(expect.arrayContaining(names));
    }
    const ratios = beside.map((value, index) => value / (alone[index] as number));
    figure('one-hanging', {
      'p99 ms alone': median(alone).toFixed(1),
      'p99 ms beside the one that hangs': median(beside).toFixed(1),
      'ratio (median of the rounds)': median(ratios).toFixed(2),
      'list of all ms': Math.max(...lists).toFixed(0),
    });
    expect(median(ratios)).toBeLessThanOrEqual(1.5);
  },
  rounds * roundMs * 4 + 60_000,
);
