import { closeAfterAll } from '../../support/closing.js';
import { personIn } from '../../support/clients/apps-client.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { GrantsStage } from '../../support/policies/grants-stage.js';
import { PeopleStore } from '../../../src/accounts/people/people-store.port.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
let stage: GrantsStage;

beforeAll(async () => {
  stage = await GrantsStage.start(open);
});

const handles = async (client: { json: GrantsStage['owner']['json'] }) =>
  ((await client.json('/api/servers')).body['servers'] as Json[]).map(({ handle }) => handle);
const all = ['files', 'shop.files', 'shop.vault', 'vault'];

describe('The list of grants', () => {
  it('[grants-list] is read and written with its ETag, and changed by adding and removing', async () => {
    const role = { role: 'member', servers: ['files'] };
    const app = { app: 'shop', servers: ['shop.*'], tools: { allow: ['echo'], deny: ['erase'] } };
    const put = await stage.put([role, app]);
    expect(put).toMatchObject({ status: 200, body: { grants: [role, app] } });
    const etag = String(put.headers.get('etag'));
    const got = await stage.owner.json('/api/cli/grants');
    expect(got.body).toEqual(put.body);
    expect(got.headers.get('etag')).toBe(etag);
    const known = await stage.owner.json('/api/cli/grants', { headers: { 'if-none-match': etag } });
    expect(known.status).toBe(304);
    const person = { member: stage.member.userId, servers: ['vault'] };
    const patched = await stage.patch(
      { add: [person, role], remove: [app] },
      { headers: { 'if-match': etag } },
    );
    expect(patched.body['grants']).toEqual([role, person]);
    const stale = await stage.put([], { headers: { 'if-match': etag } });
    expect(stale).toMatchObject({ status: 412, body: { code: 'grants-changed' } });
    expect((await stage.put([], { headers: { 'if-match': '*' } })).body).toEqual({ grants: [] });
  });

  it('[grants-pages] is read in pages, in the order of the list', async () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ group: `corp:${name}`, servers: ['*'] }));
    await stage.grant(...many);
    const seen: unknown[] = [];
    for (let cursor = ''; ;) {
      const { body, headers } = await stage.owner.json(`/api/cli/grants?limit=2${cursor}`);
      expect(headers.get('etag')).toMatch(/^"grants-\d+"$/);
      seen.push(body['grants']);
      const { nextCursor } = body as { nextCursor?: string };
      if (nextCursor === undefined) break;
      cursor = `&cursor=${nextCursor}`;
    }
    expect(seen).toEqual([many.slice(0, 2), many.slice(2, 4), many.slice(4)]);
    const forged = await stage.owner.json('/api/cli/grants?cursor=Zm9yZ2Vk');
    expect(forged).toMatchObject({ status: 400, body: { code: 'invalid-cursor' } });
    await stage.grant();
  });

  it('[grants-filter] is looked through by words and by server, with the people whom it names', async () => {
    const named = await personIn(stage.gateway, stage.owner.accountId, 'member');
    const grants = [
      { member: named.userId, servers: ['files'] },
      { role: 'member', servers: ['shop.*'], tools: { allow: ['get_Weather'] } },
      { app: 'shop', servers: ['vault'] },
      ...Array.from({ length: 1100 }, (_, index) => ({
        group: `corp:team ${String(index)}`,
        servers: ['vault'],
      })),
    ];
    await stage.grant(...grants);
    const email = `${named.userId}@example.com`;
    const find = async (query: string) => (await stage.owner.json(`/api/cli/grants?${query}`)).body;
    const [member, role, app] = grants;
    expect(await find(`q=${encodeURIComponent(email.toUpperCase())}`)).toEqual({
      grants: [member],
      members: [{ id: named.userId, email, name: expect.any(String) as unknown }],
      forPeople: true,
    });
    expect((await find('q=WEATHER'))['grants']).toEqual([role]);
    expect((await find('q=sho'))['grants']).toEqual([role, app]);
    expect((await find('server=shop.files'))['grants']).toEqual([role]);
    expect((await find('server=shop.files&q=nobody'))['grants']).toEqual([]);
    expect((await stage.owner.json('/api/cli/grants?q=%00')).status).toBe(400);
    for (const q of ['%25', '__', '%5C', '%22', 'servers%22'])
      expect([q, (await find(`q=${q}`))['grants']]).toEqual([q, []]);
    const first = await find('q=team%201&limit=200');
    const cursor = String(first['nextCursor']);
    const second = await find(`q=team%201&limit=200&cursor=${cursor}`);
    const found = [...(first['grants'] as Json[]), ...(second['grants'] as Json[])];
    expect(found).toEqual(grants.filter(({ group }: Json) => String(group).startsWith('corp:team 1')));
    expect((await stage.owner.json(`/api/cli/grants?q=other&cursor=${cursor}`)).body['code']).toBe(
      'invalid-cursor',
    );
    await stage.grant({ app: 'shop', servers: ['*'] });
    expect(await find('limit=1')).toMatchObject({ members: [], forPeople: false });
    await stage.grant();
  });

  it('[grants-minimal] is not told again after a change when the caller does not want it', async () => {
    const grant = { role: 'member', servers: ['files'] };
    const changed = await stage.patch({ add: [grant] }, { headers: { prefer: 'return=minimal' } });
    expect(changed).toMatchObject({ status: 204, text: '' });
    expect(changed.headers.get('preference-applied')).toBe('return=minimal');
    const { body, headers } = await stage.owner.json('/api/cli/grants');
    expect(body).toEqual({ grants: [grant] });
    expect(headers.get('etag')).toBe(changed.headers.get('etag'));
    await stage.grant();
  });

  it.each<[string, unknown, string]>([
    ['nobody', { servers: ['*'] }, ''],
    ['two subjects', { role: 'member', group: 'corp:x', servers: ['*'] }, ''],
    ['no servers', { role: 'member' }, '/servers'],
    ['an empty list of servers', { role: 'member', servers: [] }, '/servers'],
    ['too many globs', { role: 'member', servers: Array<string>(201).fill('a') }, '/servers'],
    ['a regular expression', { role: 'member', servers: ['[a-z]+'] }, '/servers/0'],
    ['a role that there is not', { role: 'guest', servers: ['*'] }, '/role'],
    ['somebody of another account', { member: 'usr_none', servers: ['*'] }, '/member'],
    ['an app that there is not', { app: 'none', servers: ['*'] }, '/app'],
    ['a member that is none of ours', { role: 'member', servers: ['*'], tool: [] }, '/tool'],
    [
      'too many tools',
      { role: 'member', servers: ['*'], tools: { deny: Array<string>(201).fill('a') } },
      '/tools/deny',
    ],
    ['a text', 'everything', ''],
  ])('[grants-faults] with %s is refused with the pointer', async (_, grant, pointer) => {
    const good = { role: 'admin', servers: ['*'] };
    const put = await stage.owner.json('/api/cli/grants', { method: 'PUT', body: { grants: [good, grant] } });
    expect(put).toMatchObject({ status: 422, body: { code: 'invalid-grants' } });
    expect(put.body['errors']).toContainEqual({
      pointer: `/grants/1${pointer}`,
      detail: expect.any(String) as unknown,
    });
    const patch = await stage.patch({ add: [grant] });
    expect(patch).toMatchObject({ status: 422, body: { errors: [{ pointer: `/add/0${pointer}` }] } });
  });

  it('[grants-managers] is for owners and admins, whatever grants leave them', async () => {
    const admin = await personIn(stage.gateway, stage.owner.accountId, 'admin');
    await stage.grant({ role: 'admin', servers: ['files'] }, { role: 'owner', servers: ['files'] });
    expect(await handles(admin)).toEqual(['files']);
    expect((await stage.put([], {}, stage.member)).status).toBe(403);
    expect((await stage.put([{ role: 'member', servers: ['files'] }], {}, admin)).status).toBe(200);
    const stranger = await personIn(stage.gateway, 'strangers');
    expect((await stranger.json('/api/cli/grants')).body).toEqual({ grants: [] });
  });

  it('[grants-audit] leaves an event with what was added', async () => {
    await stage.grant({ role: 'member', servers: ['fi*'] });
    const { body } = await stage.owner.json('/api/audit?action=grants.changed&limit=1');
    expect(body['events']).toMatchObject([
      { details: { added: { some: [{ to: 'role member', servers: 'fi*' }] } } },
    ]);
  });

  it('[grants-limits] has at most MAX_GRANT_GLOBS of one member, role, group or app', async () => {
    const globs = (from: number) => Array.from({ length: 100 }, (_, index) => `s${String(from + index)}*`);
    const of = (from: number) => ({ servers: globs(from), tools: { allow: ['get_*'], deny: ['*_all'] } });
    for (const named of [
      { member: stage.member.userId },
      { role: 'member' },
      { group: 'corp:g' },
      { app: 'shop' },
    ]) {
      await stage.grant({ ...named, ...of(0) }, { ...named, ...of(100) });
      const refused = await stage.patch({ add: [{ ...named, ...of(200) }] });
      expect([refused.status, refused.body['detail']]).toEqual([
        409,
        expect.stringMatching(/^MAX_GRANT_GLOBS allows 300 globs in the grants of one /),
      ]);
      const added = await stage.patch({ add: [{ ...named, servers: globs(200).slice(4) }] });
      expect([added.status, (added.body['grants'] as Json[]).length]).toEqual([200, 3]);
      expect((await stage.patch({ remove: [{ ...named, ...of(0) }] })).status).toBe(200);
      expect((await stage.patch({ add: [{ ...named, ...of(200) }] })).status).toBe(200);
    }
  });

  it('[grants-limits] has room again for what was taken away, to the byte', async () => {
    const long = (group: string) => ({ group: `c:${'ä'.repeat(99)}${group}`, servers: ['*'] });
    const most = Array.from({ length: 425 }, (_, index) => long(`g${String(index + 100)}`));
    await stage.grant(...most);
    const more = Array.from({ length: 10 }, (_, index) => long(`h${String(index + 100)}`));
    expect((await stage.patch({ add: more })).body['detail']).toContain('MAX_GRANT_BYTES');
    expect((await stage.patch({ remove: most.slice(0, 10), add: more })).status).toBe(200);
    await stage.grant();
  });

  it('[grants-of-apps] is another one when an app is gone that it names', async () => {
    await stage.owner.newApp('brief', { mcpServers: {} }, { slug: 'brief' });
    await stage.grant({ app: 'brief', servers: ['files'] }, { role: 'owner', servers: ['*'] });
    const etag = (await stage.owner.json('/api/cli/grants')).headers.get('etag') ?? '';
    const sending = { headers: { 'if-none-match': etag } };
    expect((await stage.owner.json('/api/cli/grants', sending)).status).toBe(304);
    await stage.owner.json('/api/cli/apps/brief', { method: 'DELETE' });
    const after = await stage.owner.json('/api/cli/grants', sending);
    expect([after.status, after.body['grants']]).toEqual([200, [{ role: 'owner', servers: ['*'] }]]);
    await stage.grant();
  });

  it('[grants-limits] has at most MAX_GRANTS and MAX_GRANT_BYTES, and is read as it was written', async () => {
    const many = Array.from({ length: 1200 }, (_, index) => ({
      group: `corp:g${String(index)}`,
      servers: ['*'],
    }));
    expect((await stage.put(many)).body['grants']).toEqual(many);
    const more = Array.from({ length: 400 }, (_, index) => ({
      group: `corp:h${String(index)}`,
      servers: ['*'],
    }));
    expect(await stage.patch({ add: more })).toMatchObject({
      status: 409,
      body: { code: 'too-many-grants' },
    });
    const long = Array.from({ length: 200 }, (_, index) => `${'g'.repeat(120)}${String(index)}`);
    expect(
      await stage.patch({ add: ['a', 'b', 'c'].map((name) => ({ group: `corp:${name}`, servers: long })) }),
    ).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('MAX_GRANT_BYTES') as unknown },
    });
    expect((await stage.owner.json('/api/cli/grants')).body['grants']).toHaveLength(1200);
    await stage.grant();
  });
});

describe('Grants', () => {
  it('[grants-none] that name no people leave everything to everybody', async () => {
    await stage.grant({ app: 'shop', servers: ['shop.files'] });
    expect(await handles(stage.member)).toEqual(all);
  });

  it('[grants-unnamed] that name anybody leave nothing to members whom none names, and all to owners and admins', async () => {
    const admin = await personIn(stage.gateway, stage.owner.accountId, 'admin');
    await stage.grant({ group: 'corp:engineers', servers: ['*'] });
    expect(await handles(stage.member)).toEqual([]);
    expect(await handles(admin)).toEqual(all);
    expect(await handles(stage.owner)).toEqual(all);
  });

  it('[grants-add-up] add up, and deny narrows its own', async () => {
    const { userId } = stage.member;
    await stage.grant(
      { member: userId, servers: ['files'], tools: { allow: ['e*'], deny: ['erase'] } },
      { role: 'member', servers: ['f?les'], tools: { allow: ['erase', 'other'] } },
      { role: 'member', servers: ['shop.*'], tools: { deny: ['*'] } },
    );
    expect(await stage.member.toolNames('files')).toEqual(['echo', 'erase']);
    expect(await stage.member.toolNames('shop.files')).toEqual([]);
    expect(await handles(stage.member)).toEqual(['files', 'shop.files', 'shop.vault']);
    expect((await stage.member.call('files', 'erase')).status).toBe(200);
    expect(await stage.member.call('files', 'long')).toMatchObject({ body: { code: 'tool-not-found' } });
  });

  it('[grants-own-names] know tools by the names that the server has for them', async () => {
    const overrides = { echo: { name: 'repeat' } };
    const config = { mcpServers: { files: { use: 'files', overrides } } };
    await stage.owner.newApp('named', config, { slug: 'named' });
    await stage.grant({ role: 'member', servers: ['named.files'], tools: { allow: ['echo'] } });
    expect(await stage.member.toolNames('named.files')).toEqual(['repeat']);
    expect((await stage.member.call('named.files', 'repeat', { a: 1 })).status).toBe(200);
    await stage.grant({ role: 'member', servers: ['named.files'], tools: { allow: ['repeat'] } });
    expect((await stage.member.call('named.files', 'repeat')).status).toBe(404);
  });

  it('[grants-keys] of apps narrow their keys, and of people leave keys alone', async () => {
    const key = await stage.owner.withKey('shop', { name: 'narrow' });
    await stage.grant({ group: 'corp:none', servers: ['none'] });
    expect(await handles(key)).toEqual(['shop.files', 'shop.vault']);
    await stage.grant({ app: 'shop', servers: ['shop.files'], tools: { allow: ['echo'] } });
    expect(await handles(key)).toEqual(['shop.files']);
    const { body } = await key.json('/api/sdk/tools');
    expect((body['tools'] as Json[]).map(({ name }) => name)).toEqual(['files__echo']);
    expect((await key.call('shop.vault', 'echo')).status).toBe(404);
    expect(await handles(stage.member)).toEqual(expect.arrayContaining(all));
  });

  it('[grants-membership] of a person end with the membership', async () => {
    const leaver = await personIn(stage.gateway, stage.owner.accountId, 'member');
    const grant = { member: leaver.userId, servers: ['files'] };
    await stage.grant(grant, { role: 'owner', servers: ['*'] });
    const removed = await stage.owner.json(`/api/cli/members/${leaver.userId}`, { method: 'DELETE' });
    expect(removed.status).toBe(204);
    await waitFor('the grant to be gone', async () => {
      const { body } = await stage.owner.json('/api/cli/grants');
      return (body['grants'] as Json[]).length === 1;
    });
    expect(await stage.patch({ add: [grant] })).toMatchObject({ status: 422 });
    const people = stage.gateway.app.get(PeopleStore, { strict: false });
    await people.join(stage.owner.accountId, leaver.userId, 'member', Date.now());
    expect((await stage.owner.json('/api/cli/grants')).body['grants']).toHaveLength(1);
  });
});
