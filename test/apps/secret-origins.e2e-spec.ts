import { DataSource } from 'typeorm';
import { SecretOrigins1760000000160 } from '../../src/platform/database/migrations/second-edition/1760000000160-secret-origins.js';
import { closeAfterAll } from '../support/closing.js';
import { letMembersConfigure, personIn, type AppsClient } from '../support/clients/apps-client.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Answer, Json } from '../support/clients/gateway-client.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let gateway: TestGateway;
let friend: ScriptedHttp;
let stranger: ScriptedHttp;
let owner: AppsClient;
let member: AppsClient;
let count = 0;

beforeAll(async () => {
  friend = await open(ScriptedHttp.start());
  stranger = await open(ScriptedHttp.start());
  gateway = await open(startGateway({ env: { EGRESS_ALLOW: ['127.0.0.0/8'] } }));
  const first = await personIn(gateway, 'acme');
  owner = first;
  await letMembersConfigure(gateway, first.accountId);
  member = await personIn(gateway, first.accountId, 'member');
});

const configTo = ({ url }: { readonly url: string }): Json => ({
  mcpServers: { s: { url, headers: { Authorization: 'Bearer ${secret:PAT}', 'X-Plain': 'plain' } } },
});

const originOf = ({ url }: { readonly url: string }) => new URL(url).origin;

async function appWith(config?: Json): Promise<{ id: string; slug: string }> {
  const { id, slug } = await owner.newApp(`app ${String(++count)}`, config);
  return { id: String(id), slug: String(slug) };
}

async function originsOf(client: AppsClient, id: string): Promise<unknown[]> {
  const { body } = await client.app(id, '/secrets');
  return (body['secrets'] as { origins: { origin: string }[] }[]).flatMap(({ origins }) =>
    origins.map(({ origin }) => origin),
  );
}

async function eventsOf(client: AppsClient, id: string, action: string): Promise<unknown[]> {
  const { body } = await client.json('/api/audit?limit=200');
  return (body['events'] as Json[])
    .filter((event) => event['target'] === id && event['action'] === action)
    .map((event) => event['details']);
}

const codes = ({ body }: Answer) => (body['warnings'] as Json[]).map(({ code }) => code);
const seenBy = (server: ScriptedHttp) => server.requests.map(({ headers }) => headers.authorization);

describe('a secret', () => {
  it('[secret-first-origin] is fixed to where the first config in force sends it, on record, and goes nowhere else', async () => {
    const { id, slug } = await appWith();
    expect((await owner.setSecret(id, 'PAT', 'canary-1')).body['origins']).toEqual([]);
    expect((await member.save(id, configTo(friend))).status).toBe(200);
    expect(await originsOf(owner, id)).toEqual([originOf(friend)]);
    expect((await member.call(`${slug}.s`, 'echo', {})).status).toBe(200);
    expect(friend.of('tools/call').at(-1)?.headers.authorization).toBe('Bearer canary-1');
    expect(await eventsOf(owner, id, 'secret.first-used')).toEqual([
      { name: 'PAT', origin: originOf(friend), server: 's' },
    ]);
    const moved = await member.save(id, configTo(stranger));
    expect(moved.status).toBe(200);
    expect(codes(moved)).toContain('secret-not-for-origin');
    expect(await member.call(`${slug}.s`, 'echo', {})).toMatchObject({
      status: 409,
      body: { code: 'secret-not-for-origin', detail: expect.stringContaining('PAT') },
    });
    expect(seenBy(stranger).filter((value) => value !== undefined)).toEqual([]);
    expect(await eventsOf(owner, id, 'secret.first-used')).toHaveLength(1);
  });

  it('[secret-config-first] that is set after the config was saved is fixed to where that sends it', async () => {
    const { id, slug } = await appWith(configTo(friend));
    const set = await owner.setSecret(id, 'PAT', 'canary-later');
    expect(set.body['origins']).toEqual([
      { origin: originOf(friend), firstUsedAt: expect.stringMatching(/Z$/) },
    ]);
    expect((await owner.call(`${slug}.s`, 'echo', {})).status).toBe(200);
    expect(await eventsOf(owner, id, 'secret.first-used')).toHaveLength(1);
  });

  it('[secret-drafts] is not in the requests of a draft, unless its origin is given; then the first use is on record', async () => {
    const { id } = await appWith();
    await owner.setSecret(id, 'PAT', 'canary-draft');
    const dryRun = { query: '?dryRun=true' };
    const before = stranger.requests.length;
    for (const attempt of [
      () => member.save(id, configTo(stranger), dryRun),
      () => owner.save(id, configTo(stranger), dryRun),
      async () => {
        await owner.app(id, '/secrets/PAT', {
          method: 'PATCH',
          body: { origins: [originOf(friend)] },
        });
        return member.save(id, configTo(stranger), dryRun);
      },
    ])
      expect((await attempt()).status).toBe(200);
    const asked = stranger.requests.slice(before);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.map(({ headers }) => [headers['x-plain'], headers.authorization])).toEqual(
      asked.map(() => ['plain', undefined]),
    );
    expect(JSON.stringify(asked)).not.toContain('canary');
    expect(await eventsOf(owner, id, 'secret.first-used')).toEqual([]);
    await member.save(id, configTo(friend), dryRun);
    expect(seenBy(friend)).toContain('Bearer canary-draft');
    expect(await eventsOf(owner, id, 'secret.first-used')).toEqual([
      { name: 'PAT', origin: originOf(friend), server: 's' },
    ]);
  });

  it('[secret-origins-named] goes to the origins that it was set with; owners and admins widen, members do not', async () => {
    const { id, slug } = await appWith(configTo(stranger));
    const put = (client: AppsClient, origins: readonly string[], value = 'canary-named') =>
      client.app(id, '/secrets/PAT', { method: 'PUT', body: { value, origins } });
    expect((await put(member, [`${originOf(friend)}/`])).status).toBe(200);
    expect(await member.call(`${slug}.s`, 'echo', {})).toMatchObject({
      body: { code: 'secret-not-for-origin' },
    });
    expect(await put(member, [originOf(friend), originOf(stranger)])).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: expect.stringContaining('owner or admin') },
    });
    const patch = (client: AppsClient, origins: readonly string[]) =>
      client.app(id, '/secrets/PAT', { method: 'PATCH', body: { origins } });
    expect((await patch(member, [originOf(stranger)])).status).toBe(403);
    expect((await patch(owner, [originOf(friend), originOf(stranger)])).status).toBe(200);
    expect((await member.call(`${slug}.s`, 'echo', {})).status).toBe(200);
    expect(await eventsOf(owner, id, 'secret.origins-changed')).toEqual([
      { name: 'PAT', origins: [originOf(friend), originOf(stranger)] },
    ]);
    expect((await put(member, [originOf(friend)])).status).toBe(200);
    expect(await originsOf(owner, id)).toEqual([originOf(friend)]);
    for (const origin of ['ftp://a', 'https://a/b', 'https://u:p@a', 'a.example', 'https://a?b', ''])
      expect((await put(owner, [origin])).status).toBe(400);
  });

  it('[secret-origins-kept] keeps its origins when a member deletes it and sets it anew', async () => {
    const { id } = await appWith(configTo(friend));
    await owner.setSecret(id, 'PAT', 'canary-kept');
    await member.save(id, configTo(stranger));
    await member.app(id, '/secrets/PAT', { method: 'DELETE' });
    await member.setSecret(id, 'PAT', 'mine');
    expect(await originsOf(owner, id)).toEqual([originOf(friend)]);
    await owner.app(id, '/secrets/PAT', { method: 'DELETE' });
    await owner.setSecret(id, 'PAT', 'new');
    expect(await originsOf(owner, id)).toEqual([originOf(stranger)]);
  });

  it('[secret-origins-upgrade] of a gateway from before is fixed to the origins of the config in force', async () => {
    const { id, slug } = await appWith(configTo(stranger));
    await owner.save(id, configTo(friend));
    for (const name of ['PAT', 'UNUSED']) await owner.setSecret(id, name, 'canary');
    const runner = gateway.app.get(DataSource).createQueryRunner();
    const step = new SecretOrigins1760000000160();
    await step.down(runner);
    await step.up(runner);
    await runner.release();
    await owner.app(id, '', { method: 'PATCH', body: { name: 'A' } });
    const { body } = await owner.app(id, '/secrets');
    expect(body['secrets']).toMatchObject([
      { name: 'PAT', origins: [{ origin: originOf(friend), firstUsedAt: expect.any(String) }] },
      { name: 'UNUSED', origins: [] },
    ]);
    expect((await owner.call(`${slug}.s`, 'echo', {})).status).toBe(200);
  });
});

describe('configs and secrets', () => {
  it('[config-access] can be read by members and changed by owners and admins, unless the account lets members change them', async () => {
    const boss = await personIn(gateway, 'closed');
    const admin = await personIn(gateway, boss.accountId, 'admin');
    const worker = await personIn(gateway, boss.accountId, 'member');
    const { id, slug } = await boss.newApp('shop', configTo(friend));
    await boss.setSecret(id, 'PAT', 'canary-closed');
    expect((await worker.json('/api/cli/account')).body).toMatchObject({ configAccess: 'admins' });
    const decide = (client: AppsClient, configAccess: unknown) =>
      client.json('/api/cli/account', { method: 'PATCH', body: { configAccess } });
    for (const client of [admin, worker]) expect((await decide(client, 'members')).status).toBe(403);
    expect((await decide(boss, 'nobody')).status).toBe(400);
    for (const path of ['/config', '/config/versions', '/secrets'])
      expect([path, (await worker.app(id, path)).status]).toEqual([path, 200]);
    const refused = [
      await worker.save(id, {}),
      await worker.save(id, {}, { query: '?dryRun=true' }),
      await worker.app(id, '/config/rollback', { body: { version: 1 } }),
      await worker.setSecret(id, 'PAT', 'x'),
      await worker.app(id, '/secrets/PAT', { method: 'DELETE' }),
      await worker.json('/api/cli/apps', { body: { name: 'mine' } }),
    ];
    for (const { status, body } of refused)
      expect([status, body['code'], body['detail']]).toEqual([
        403,
        'forbidden',
        expect.stringContaining('Members of this account cannot change configs and secrets.'),
      ]);
    expect((await worker.call(`${String(slug)}.s`, 'echo', {})).status).toBe(200);
    expect((await admin.save(id, configTo(friend))).status).toBe(200);
    expect(await decide(boss, 'members')).toMatchObject({ status: 200, body: { configAccess: 'members' } });
    expect((await worker.save(id, {})).status).toBe(200);
    const { body } = await boss.json('/api/audit?limit=200');
    expect(body['events']).toContainEqual(
      expect.objectContaining({ action: 'account.changed', details: { configAccess: 'members' } }),
    );
  });
});
