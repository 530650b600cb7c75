import { AppsClient } from '../../../support/clients/apps-client.js';
import { closeAfterEach } from '../../../support/closing.js';
import { Effects } from '../../../support/effects.js';
import { figure } from '../../../support/measures/figures.js';
import { GatewayClient } from '../../../support/clients/gateway-client.js';
import { GatewayLoad } from '../../../support/measures/gateway-load.js';
import { spawnGateway, type GatewayProcess } from '../../../support/processes/gateway-process.js';
import { installation } from '../../../support/processes/replicas.js';
import { echo, ScriptedHttp, tool } from '../../../support/upstreams/scripted-http.js';
import { effectsWorkflow, WorkflowLoad } from '../../../support/measures/workflow-load.js';

const minutes = Number(process.env['CHAOS_MINUTES'] ?? 10);
const replicaCount = 3;
const open = closeAfterEach();

it(
  `[soak-replica-chaos] three replicas killed and started again at random for ${String(minutes)} minutes: every acknowledged write is there, every run ends, no effect twice`,
  async () => {
    const effects = new Effects();
    const upstream = await open(ScriptedHttp.start([echo, effects.tool, tool('hang', () => undefined)]));
    const { replica, secretKey } = await installation(open);
    const states = Array.from({ length: replicaCount }, replica);
    for (const state of states) await open({ close: () => state.remove() });
    const living = new Set<GatewayProcess>();
    await open({
      close: async () => {
        await Promise.all([...living].map((gateway) => gateway.stop('SIGKILL')));
      },
    });
    const start = async (index: number): Promise<void> => {
      const gateway = await spawnGateway({
        ...(states[index] === undefined ? {} : { state: states[index] }),
        // Kills may come faster than a run gets on.
        env: { SECRET_KEY: secretKey, LOG_LEVEL: 'info', BREAKER_FAILURES: '1000', RUN_RECOVERIES: '1000' },
        mcpServers: { s: { url: upstream.url } },
      });
      started.push(gateway);
      await gateway.ready();
      living.add(gateway);
      gateways[index] = gateway;
    };
    const gateways: (GatewayProcess | undefined)[] = [];
    const started: GatewayProcess[] = [];
    await Promise.all(states.map((_, index) => start(index)));

    /** A balancer without stickiness that knows which replicas serve. */
    let turn = 0;
    const next = (): GatewayClient => {
      const serving = [...living];
      const gateway = serving[turn++ % serving.length];
      return gateway?.client ?? new GatewayClient('http://127.0.0.1:9', 'nobody');
    };
    const first = next();
    const apps = await Promise.all(
      [1, 2].map(async (n) => {
        const { id } = await new AppsClient(first.url, first.token).newApp(`chaos ${String(n)}`, {});
        return { id: String(id), saved: new Map<number, number>() };
      }),
    );

    const operator = new AppsClient(first.url, first.token);
    await operator.newApp('flow', {
      mcpServers: { one: { use: 's' } },
      workflows: { effects: effectsWorkflow },
    });
    const { token: appKey } = await operator.withKey('flow');

    const endsAt = performance.now() + minutes * 60_000;
    const goOn = () => performance.now() < endsAt;
    const load = new GatewayLoad(next, effects, goOn);
    const workflows = new WorkflowLoad(load, effects, appKey, goOn);
    let kills = 0;
    const chaos = async (index: number): Promise<void> => {
      while (goOn()) {
        await new Promise((resolve) => setTimeout(resolve, 3000 + Math.random() * 9000));
        const gateway = gateways[index];
        if (gateway === undefined || !goOn()) continue;
        living.delete(gateway);
        kills++;
        await gateway.stop(Math.random() < 0.7 ? 'SIGKILL' : 'SIGTERM');
        await start(index);
      }
    };
    await Promise.all([
      ...states.map((_, index) => chaos(index)),
      ...[load.calls(), load.calls(), load.keyedCalls(), load.keyedCalls(), load.keyedCalls(), load.reads()],
      ...apps.map(({ id, saved }) => load.saves(id, saved)),
      ...Array.from({ length: 6 }, () => workflows.runs()),
    ]);
    const unfinished = await workflows.end();

    const { url, token } = next();
    const client = new AppsClient(url, token);
    let saves = 0;
    for (const { id, saved } of apps)
      for (const [version, number] of saved) {
        const read = await client.app(id, `/config?version=${String(version)}`);
        expect(read.body['config']).toEqual({ 'x-number': number });
        saves++;
      }
    figure('soak-replica-chaos', {
      ...{ minutes, kills, effects: effects.size, acknowledged: effects.acknowledged.size, saves },
      ...{ runs: workflows.started.length, unfinished: unfinished.length, uncertain: workflows.uncertain },
      ...{ lost: effects.lost.length, duplicated: effects.duplicated.length },
      statuses: JSON.stringify(Object.fromEntries(load.statuses)),
    });
    const errors = started.flatMap((gateway) => gateway.logs().filter(({ level }) => level === 'error'));
    expect({ unfinished, errors }).toEqual({ unfinished: [], errors: [] });
    expect(workflows.started.length).toBeGreaterThan(minutes);
    expect(effects.lost).toEqual([]);
    expect(effects.duplicated).toEqual([]);
    expect(load.faults).toEqual([]);
  },
  minutes * 60_000 + 180_000,
);
