import { AppsClient } from '../../support/clients/apps-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { gatewayState } from '../../support/gateway.js';
import { GatewayClient } from '../../support/clients/gateway-client.js';
import { spawnGateway, type GatewayProcess } from '../../support/processes/gateway-process.js';
import { hangs } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';
import { call, doing, listen, Workflows } from '../../support/workflows/workflow-app.js';

const documents = {
  greet: doing([{ first: call('echo', { who: '${ who }' }) }]),
  hangs: doing([{ first: call('hangs') }]),
  waits: doing([{ a: listen('go') }, { b: listen('go') }, { then: call('echo', { n: 2 }) }]),
};

const open = closeAfterAll();
let upstream: ScriptedHttp;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo, tool('hangs', hangs)]));
});

describe('Processes on one database', () => {
  it('[workflow-one-executor] share runs: each accepts requests for a run, and when the one that carries it out is killed, another goes on', async () => {
    const state = await gatewayState();
    const boot = () =>
      spawnGateway({
        state,
        env: { START_WAIT_MS: '120000' },
        mcpServers: { one: { url: upstream.url } },
      });
    const processes: GatewayProcess[] = [];
    try {
      const first = await boot();
      processes.push(first);
      await first.ready();
      const second = await boot();
      processes.push(second);
      // On SQLite the second waits for the data folder, and is there when the first is gone.
      const isShared = state.database.url !== undefined;
      if (isShared) await second.ready();
      const operator = new AppsClient(first.client.url, state.token);
      await operator.newApp('shop', { mcpServers: { one: { use: 'one' } }, workflows: documents });
      const { token } = await operator.withKey('shop');
      const through = ({ client }: GatewayProcess) => new Workflows(new GatewayClient(client.url, token));
      const here = through(first);
      let there = through(isShared ? second : first);
      for (const way of [here, there])
        expect((await way.execute('greet', { who: 'Ana' })).body).toMatchObject({ output: { who: 'Ana' } });
      const running = await there.start('hangs');
      await waitFor('the call', () => upstream.executions('hangs') > 0);
      await there.post(running, 'cancel');
      await there.reaches(running, 'cancelled');
      const before = upstream.executions('echo');
      const runs = [await here.start('waits'), await there.start('waits')];
      for (const id of runs) await here.reaches(id, 'waiting');
      const stream = isShared ? await there.events(runs[0] as string) : undefined;
      await first.stop('SIGKILL');
      await second.ready();
      there = through(second);
      for (const id of runs) for (let n = 0; n < 2; n++) await there.post(id, 'signals/go', { data: n });
      for (const id of runs) await there.reaches(id, 'completed');
      await stream?.done;
      if (stream !== undefined) expect(stream.events.at(-1)?.event).toBe('run.completed');
      expect(upstream.executions('echo')).toBe(before + 2);
      await second.stop();
    } finally {
      for (const process of processes) await process.stop('SIGKILL');
      await state.remove();
    }
  });
});
