import { closeAfterAll } from '../../support/closing.js';
import { browserOf } from '../../support/clients/console-client.js';
import { EventReader } from '../../support/clients/event-reader.js';
import { personIn } from '../../support/clients/apps-client.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { NativeClient } from '../../support/clients/native-client.js';
import { calling, GrantsStage } from '../../support/policies/grants-stage.js';
import { programOf } from '../../support/oauth/programs.js';
import { waitFor } from '../../support/wait-for.js';
import { doing } from '../../support/workflows/workflow-app.js';

const open = closeAfterAll();
let stage: GrantsStage;
const everything = { role: 'member', servers: ['*'] };
const onlyFiles = {
  role: 'member',
  servers: ['files', 'shop.files', 'workflows'],
  tools: { allow: ['echo', 'greet'] },
};
const executing = '/api/sdk/workflows/execute?app=shop';

beforeAll(async () => {
  stage = await GrantsStage.start(open);
});
beforeEach(() => stage.grant(everything));

const native = (path: string, token = stage.member.token) =>
  new NativeClient(`${stage.gateway.url}/api/${path}/mcp`, token);
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('What was had before grants changed', () => {
  it('[grants-replay] is not answered again for an Idempotency-Key', async () => {
    const sdk = { body: { name: 'vault__echo', arguments: {} }, ...keyed('sdk') };
    const run = { body: { workflow: 'heist' }, ...keyed('run') };
    const asked = async () => [
      await stage.member.call('vault', 'echo', {}, {}, keyed('rest')),
      await stage.member.json('/api/sdk/tools/call?app=shop', sdk),
      await stage.member.json(executing, run),
      await stage.member.call('files', 'erase', {}, {}, keyed('tool')),
    ];
    expect((await asked()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await stage.grant(onlyFiles);
    expect((await asked()).map(({ status, body }) => [status, body['code']])).toEqual([
      [404, 'server-not-found'],
      [404, 'tool-not-found'],
      [404, 'workflow-not-found'],
      [404, 'tool-not-found'],
    ]);
    await stage.grant(everything);
    expect((await asked()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('[grants-results] is not read as the whole of a result that was cut', async () => {
    const { text } = await stage.member.call('files', 'long');
    const uri = /gantry:\/\/results\/(res_\w+)/.exec(text);
    const id = uri?.[1] ?? '';
    const read = async () => [
      (await stage.member.json(`/api/results/${id}`)).status,
      (await stage.member.mcp('files', 'resources/read', { uri: uri?.[0] })).status,
    ];
    expect(await read()).toEqual([200, 200]);
    await stage.grant(onlyFiles);
    expect(await read()).toEqual([404, 404]);
  });

  it.each(['servers/vault', 'apps/shop'])(
    '[grants-sessions] ends with the session at %s that was open, and its stream',
    async (path) => {
      const held = native(path);
      await held.initialize();
      const other = native('servers/vault', stage.owner.token);
      await other.initialize();
      const stream = await held.stream();
      await stage.grant(onlyFiles);
      await waitFor('the stream to end', () => stream.ended);
      expect((await held.request('tools/list')).status).toBe(404);
      expect((await other.request('tools/list')).status).toBe(200);
      expect((await held.request('tools/call', { name: 'vault__echo', arguments: {} })).status).toBe(404);
    },
  );

  it('[grants-others] goes on for those whom a change does not concern, and holds for those whom it does', async () => {
    const other = await personIn(stage.gateway, stage.owner.accountId, 'member');
    const ofVault = (tool: string) => ({
      ...{ member: other.userId, servers: ['vault'], tools: { allow: [tool] } },
    });
    await stage.grant(
      everything,
      { member: other.userId, servers: ['none'] },
      { group: 'corp:eng', servers: ['*'] },
    );
    const own = { member: stage.member.userId, servers: ['*'] };
    await stage.patch({ add: [own, ofVault('erase')], remove: [everything] });
    const held = native('servers/vault');
    await held.initialize();
    expect(await other.toolNames('vault')).toEqual(['erase']);
    await stage.patch({ add: [ofVault('echo')] });
    expect(await other.toolNames('vault')).toEqual(['echo', 'erase']);
    await stage.patch({ remove: [ofVault('erase')] });
    expect(await other.toolNames('vault')).toEqual(['echo']);
    await stage.patch({ remove: [ofVault('echo')] });
    expect((await other.call('vault', 'echo')).status).toBe(404);
    expect((await held.request('tools/list')).status).toBe(200);
    await stage.patch({ remove: [own] });
    expect((await held.request('tools/list')).status).toBe(404);
  });

  it('[grants-sessions] ends with streams of news, which leave out what is refused', async () => {
    const before = new EventReader(await stage.member.fetch('/api/events'));
    await stage.grant(onlyFiles);
    await before.done;
    const after = new EventReader(await stage.member.fetch('/api/events'));
    await stage.owner.call('vault', 'echo');
    await stage.owner.call('files', 'erase');
    await stage.owner.call('files', 'echo');
    await after.first('call.completed');
    const heard = JSON.stringify(after.events);
    expect(heard).not.toMatch(/vault|erase/);
    await after.response.body?.cancel().catch(() => undefined);
  });

  it('[grants-runs] is not told by runs of others, nor of workflows that are refused', async () => {
    const execute = async (workflow: string, by = stage.owner) =>
      String((await by.json(executing, { body: { workflow } })).body['runId']);
    const heist = await execute('heist', stage.member);
    const others = await execute('greet');
    const own = await execute('greet', stage.member);
    await stage.grant(onlyFiles);
    const { body } = await stage.member.json('/api/sdk/workflows/runs?app=shop');
    expect((body['runs'] as Json[]).map((run) => run['runId'] ?? run['id'])).toEqual([own]);
    for (const [id, status] of [
      [heist, 404],
      [others, 404],
      [own, 200],
    ])
      expect((await stage.member.json(`/api/sdk/workflows/runs/${String(id)}`)).status).toBe(status);
    expect((await stage.member.json(`/api/sdk/workflows/runs/${heist}/retry`, { body: {} })).status).toBe(
      404,
    );
    const listed = await stage.member.json('/api/sdk/workflows/runs?app=shop&workflow=heist');
    expect(listed.body['runs']).toEqual([]);
  });
});

describe('What grants refuse', () => {
  it('[grants-workflows] is not had by a workflow, whose steps are judged as its starter', async () => {
    await stage.grant({
      role: 'member',
      servers: ['workflows', 'shop.vault'],
      tools: { allow: ['heist', 'erase'] },
    });
    const { body } = await stage.member.json(executing, { body: { workflow: 'heist' } });
    expect(body).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(body)).toContain('tool-not-found');
    await stage.grant({ role: 'member', servers: ['shop.*', 'files'] });
    expect(await stage.member.json(executing, { body: { workflow: 'greet' } })).toMatchObject({
      status: 404,
    });
  });

  it('[grants-triggers] is not had by what begins by itself, when somebody has it begin', async () => {
    const timed = doing([{ say: { call: 'erase@vault', with: {} } }], { schedule: { every: { hours: 24 } } });
    const on = { schedule: { on: { one: { with: { type: 'wipe' } } } } };
    const evented = doing([{ say: { call: 'erase@vault', with: {} } }], on);
    await stage.owner.newApp(
      'clock',
      { mcpServers: { vault: { use: 'vault' } }, workflows: { timed, evented } },
      { slug: 'clock' },
    );
    const erased = () => stage.upstream.executed.filter((name) => name === 'erase').length;
    const base = '/api/sdk/workflows';
    const runNow = async () => {
      const { body } = await stage.member.json(`${base}/timed/schedule/run-now?app=clock`, { body: {} });
      const id = String(body['runId']);
      return waitFor('the end of the run', async () => {
        const { body: run } = await stage.member.json(`${base}/runs/${id}`);
        return ['completed', 'failed'].find((status) => status === run['status']);
      });
    };
    const send = async () => {
      const { body } = await stage.member.json(`${base}/events?app=clock`, { body: { type: 'wipe' } });
      return (body['began'] as Json[]).map(({ workflow }) => workflow);
    };
    const before = erased();
    await stage.grant({ role: 'member', servers: ['*'], tools: { deny: ['erase'] } });
    expect(await runNow()).toBe('failed');
    expect(await send()).toEqual([]);
    expect(erased()).toBe(before);
    await stage.grant(everything);
    expect(await send()).toEqual(['evented']);
    await waitFor('the run of the event', () => erased() > before);
  });

  it('[grants-use] may stay in an app that has it, and is not taken up anew', async () => {
    await stage.grant(onlyFiles);
    const present = (await stage.member.app('shop', '/config')).body['config'] as Json;
    expect(JSON.stringify(present)).toContain('vault');
    expect((await stage.member.save('shop', present)).status).toBe(200);
    const servers = { ...(present['mcpServers'] as Json), mine: { use: 'vault' } };
    expect(await stage.member.save('shop', { ...present, mcpServers: servers })).toMatchObject({
      status: 422,
      body: {
        errors: [{ pointer: '/mcpServers/mine/use', detail: expect.not.stringContaining('mean') as unknown }],
      },
    });
  });

  it('[grants-why] is told with whose grant it was, in the record of a call', async () => {
    await stage.grant(onlyFiles);
    const good = await stage.member.call('files', 'echo');
    const bad = await stage.member.call('files', 'erase');
    const recordOf = async (answer: typeof good) => {
      const id = String(answer.headers.get('x-request-id'));
      const hops = (await stage.member.json(`/api/calls/${id}`)).body['hops'] as Json[];
      // A list that has grown old is asked for again before a tool counts as missing.
      return hops.filter(({ method }) => method === 'tools/call');
    };
    expect(await recordOf(good)).toMatchObject([{ outcome: 'answered', grant: 'role member' }]);
    expect(await recordOf(bad)).toMatchObject([
      { outcome: 'refused', problem: 'tool-not-found', grant: 'none' },
    ]);
  });

  it('[grants-attacks] is not had by a browser, a program or an id of the server', async () => {
    const id = String((await stage.owner.server('vault'))?.['id']);
    const program = await programOf(stage.gateway, stage.member);
    await stage.grant(onlyFiles);
    const browser = await browserOf(stage.gateway, stage.member.userId);
    for (const client of [stage.member, browser, program])
      for (const name of ['vault', 'shop.vault', id, 'VAULT', 'vault%00'])
        expect((await client.call(name, 'echo')).status).toBe(404);
    expect(await stage.member.json('/api/connections', { body: { server: 'vault' } })).toMatchObject({
      status: 404,
    });
  });

  it('[grants-programs-by-models] is not had by what a model writes, and run_workflow itself is a tool of `workflows`', async () => {
    const had = async () => {
      const { body } = await stage.member.json('/api/sdk/tools?app=shop');
      const { body: resolved } = await stage.member.json('/api/apps/shop/resolve');
      const names = (body['tools'] as Json[]).map(({ name }) => name);
      return [names.includes('run_workflow'), (resolved['features'] as Json)['runWorkflow']];
    };
    const run = (server: string) =>
      stage.member.json('/api/sdk/tools/call?app=shop', {
        body: { name: 'run_workflow', arguments: { document: calling(server) } },
      });
    const ofFiles = { role: 'member', servers: ['shop.files'] };
    const ofWorkflows = { role: 'member', servers: ['workflows'] };
    await stage.grant(ofFiles, ofWorkflows);
    expect(await had()).toEqual([true, true]);
    expect((await run('files')).body['structuredContent']).toMatchObject({
      runId: expect.any(String) as string,
    });
    expect((await run('vault')).body).toMatchObject({ isError: true });
    await stage.grant(ofFiles, { ...ofWorkflows, tools: { deny: ['run_workflow'] } });
    expect(await had()).toEqual([false, false]);
    expect(await run('files')).toMatchObject({ status: 404, body: { code: 'tool-not-found' } });
    await stage.grant(ofFiles);
    expect(await had()).toEqual([false, false]);
    expect((await run('files')).status).toBe(404);
  });
});
