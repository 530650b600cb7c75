import { createApp } from '../support/clients/sdk-apps.js';
import { closeAfterAll } from '../support/closing.js';
import { gatewayState, startGateway } from '../support/gateway.js';
import { DatabaseProxy } from '../support/processes/database-proxy.js';
import { text } from '../support/upstreams/behaviours.js';
import type { Exchange } from '../support/upstreams/recording-server.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
const documents = { pays: doing([{ first: call('pay') }, { second: call('pay') }]) };

describe('A run when Postgres goes away', () => {
  it('[workflow-database-away] waits for it to be back, and goes on where it was', async () => {
    const paying: Exchange[] = [];
    const upstream = await open(ScriptedHttp.start([tool('pay', (exchange) => void paying.push(exchange))]));
    const state = await gatewayState();
    await open({ close: () => state.remove() });
    const proxy = await open(DatabaseProxy.start(String(state.database.url)));
    const gateway = await open(
      startGateway({
        state: { ...state, database: { ...state.database, url: proxy.url } },
        mcpServers: { one: { url: upstream.url } },
      }),
    );
    const mcpServers = { one: { use: 'one' } };
    const workflows = new Workflows(await createApp(gateway, 'shop', { mcpServers, workflows: documents }));
    const id = await workflows.start('pays');
    await waitFor('the call', () => paying.length === 1);
    await proxy.cut();
    paying[0]?.result(text('"paid"'));
    await waitFor('the loss to be noticed', () => gateway.logs('database.lost').length > 0);
    await proxy.restore();
    await waitFor('the next call', () => paying.length === 2);
    paying[1]?.result(text('"paid again"'));
    expect(await workflows.reaches(id, 'completed')).toMatchObject({ output: 'paid again' });
    expect(paying).toHaveLength(2);
    const events = await workflows.events(id);
    await events.done;
    expect(events.named('step.failed')).toEqual([]);
    expect(events.named('step.completed')).toHaveLength(2);
  });
});
