import { CatalogStage, said } from '../../support/catalog/catalog-stage.js';
import { npmEntry } from '../../support/catalog/scripted-registry.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { closeAfterAll } from '../../support/closing.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let stage: CatalogStage;
let upstream: ScriptedHttp;

beforeAll(async () => {
  stage = await CatalogStage.start(open);
  upstream = await open(ScriptedHttp.start([echo]));
});

describe('Adding a server of the catalogue', () => {
  it('[catalog-add] wants each input, and no other', async () => {
    stage.npm.put('asking', '1.0.0');
    const name = stage.entry(
      npmEntry('io.example/asking', 'asking', {
        environmentVariables: [
          { name: 'KEY', isRequired: true },
          { name: 'MODE', choices: ['a', 'b'] },
          { name: 'COUNT', format: 'number' },
        ],
      }),
    );
    const planned = (await stage.plan(name)).body['plan'];
    const { status, body } = await stage.add(name, {
      ...{ plan: planned, as: 'asking' },
      inputs: { MODE: 'c', COUNT: 'many', 'o/ther': 'x' },
    });
    expect([status, body['code']]).toEqual([422, 'invalid-config']);
    const pointers = (body['errors'] as Json[]).map(({ pointer }) => pointer);
    expect(pointers.sort()).toEqual(['/inputs/COUNT', '/inputs/KEY', '/inputs/MODE', '/inputs/o~1ther']);
    const odd = await stage.add(name, { plan: planned, as: 'Not a slug', inputs: { KEY: 'x' } });
    expect(odd.body).toMatchObject({ status: 422, errors: [{ pointer: '/as' }] });
  });

  it('[catalog-add] is for a browser that has just signed in where it starts a process, and for operators anyway', async () => {
    stage.npm.put('plain', '1.0.0');
    const name = stage.entry(npmEntry('io.example/plain', 'plain'));
    const planned = (await stage.plan(name, {}, stage.gateway)).body['plan'];
    expect(said(await stage.add(name, { plan: planned, as: 'plain' }, stage.gateway))).toEqual([
      403,
      'sign-in-again',
    ]);
    expect((await stage.add(name, { plan: planned, as: 'plain' })).status).toBe(201);
    expect(said(await stage.add(name, { plan: planned, as: 'plain' }))).toEqual([409, 'name-taken']);
    expect(
      (await stage.gateway.json('/api/catalog', { headers: { authorization: 'Bearer gtu_nobody' } })).status,
    ).toBe(401);
  });

  it('[catalog-add] sends a remote server what was answered, and keeps it to itself', async () => {
    const name = stage.entry({
      ...{ name: 'io.example/remote', version: '2.0.0' },
      remotes: [
        {
          ...{ type: 'streamable-http', url: `${upstream.url}?team={team}` },
          variables: { team: { isRequired: true } },
          headers: [
            { name: 'X-Fixed', value: '${env:HOME}' },
            {
              name: 'Authorization',
              value: 'Bearer {token}',
              variables: { token: { isRequired: true, isSecret: true } },
            },
          ],
        },
      ],
    });
    const planned = await stage.plan(name, {}, stage.gateway);
    expect(planned.body['inputs']).toMatchObject([{ name: 'team' }, { name: 'token', secret: true }]);
    expect(planned.body['warnings']).toHaveLength(1);
    const inputs = { team: 'blue', token: 'canary-of-the-remote' };
    const added = await stage.add(name, { plan: planned.body['plan'], as: 'far', inputs }, stage.gateway);
    expect(added.status).toBe(201);
    expect((await stage.gateway.call('far', 'echo')).status).toBe(200);
    const { headers, path } = upstream.requests.at(-1) ?? { headers: {}, path: '' };
    expect(headers).toMatchObject({ 'x-fixed': '${env:HOME}', authorization: 'Bearer canary-of-the-remote' });
    expect(path).toContain('team=blue');
    const listed = await stage.gateway.json('/v0.1/servers?search=far');
    expect(listed.text).not.toMatch(/canary|x-fixed|team=/i);
  });

  it('[catalog-changed] does what was planned, or nothing', async () => {
    stage.npm.put('moving', '1.0.0');
    const first = npmEntry('io.example/moving', 'moving');
    const name = stage.entry(first);
    const planned = (await stage.plan(name)).body['plan'];
    stage.entry(npmEntry(name, 'moving', { packageArguments: [{ type: 'positional', value: '--evil' }] }));
    expect(said(await stage.add(name, { plan: planned, as: 'moving' }))).toEqual([409, 'plan-changed']);
    stage.entry(npmEntry(name, 'moving', {}, '2.0.0'));
    expect(said(await stage.add(name, { plan: planned, as: 'moving' }))).toEqual([409, 'plan-changed']);
    for (const odd of ['pln_', 'pln_AAAA', 'nothing', `pln_${'A'.repeat(500)}`])
      expect((await stage.add(name, { plan: odd, as: 'moving' })).status).toBe(409);
    stage.entry({ ...first, status: 'deleted' });
    expect(said(await stage.add(name, { plan: planned, as: 'moving' }))).toEqual([
      410,
      'catalog-entry-deleted',
    ]);
    expect(said(await stage.plan(name))).toEqual([410, 'catalog-entry-deleted']);
    stage.registry.entries = [];
    expect(said(await stage.plan(name))).toEqual([404, 'catalog-entry-not-found']);
    expect(said(await stage.plan('no name'))).toEqual([404, 'catalog-entry-not-found']);
  });

  it('[catalog-refused] refuses what would run something else than the package', async () => {
    stage.npm.put('honest', '1.0.0');
    stage.npm.put('weak', '1.0.0', { told: { integrity: undefined, shasum: 'a'.repeat(40) } });
    const refusals: readonly [object, RegExp][] = [
      [{ environmentVariables: [{ name: 'NODE_OPTIONS', value: '--import=evil' }] }, /NODE_OPTIONS/],
      [{ environmentVariables: [{ name: 'NODE_V8_COVERAGE', value: '/etc' }] }, /NODE_V8_COVERAGE/],
      [{ environmentVariables: [{ name: 'LD_PRELOAD' }] }, /LD_PRELOAD/],
      [{ environmentVariables: [{ name: 'ld_library_path' }] }, /ld_library_path/],
      [{ environmentVariables: [{ name: 'npm_config_registry' }] }, /npm_config_registry/],
      [{ environmentVariables: [{ name: 'A=B' }] }, /A=B/],
      [{ runtimeArguments: [{ type: 'named', name: '--package', value: 'evil' }] }, /--package/],
      [{ version: '^1.0.0' }, /exact version/],
      [{ identifier: 'https://evil.example/x.tgz' }, /name that npm/],
      [{ identifier: '--call=id' }, /name that npm/],
      [{ transport: { type: 'streamable-http', url: 'http://localhost:1' } }, /stdio servers only/],
      [{ identifier: 'not-there' }, /no such package/],
      [{ identifier: 'weak' }, /no sha512/],
      [
        { registryBaseUrl: 'https://npm.evil.example' },
        /the registry "https:\/\/npm\.evil\.example\/" \(registryBaseUrl\)/,
      ],
      [{ registryBaseUrl: `${stage.npm.origin}/other` }, /\(registryBaseUrl\)/],
      [
        { registryBaseUrl: stage.npm.origin.replace('http://', 'http://user:secret@') },
        /\(registryBaseUrl\)/,
      ],
      [{ registryBaseUrl: 'npm' }, /\(registryBaseUrl\)/],
      [{ registryType: 'pypi' }, /pypi: uvx/],
      [{ registryType: 'mcpb' }, /mcpb/],
      [{ registryType: 'nuget' }, /nuget/],
      [{ registryType: 'oci', identifier: 'docker.io/x/y:1' }, /without a digest/],
    ];
    for (const [more, why] of refusals) {
      const refused = await stage.plan(stage.entry(npmEntry('io.example/odd', 'honest', more)));
      expect(said(refused)).toEqual([422, 'catalog-entry-refused']);
      expect(refused.body['detail']).toMatch(why);
    }
  });

  it('[catalog-refused] takes a package from the registry that its entry names, or refuses it', async () => {
    stage.npm.put('named', '1.0.0');
    for (const registryBaseUrl of [stage.npm.origin, `${stage.npm.origin}/`, 'https://registry.npmjs.org'])
      expect(
        (await stage.plan(stage.entry(npmEntry('io.example/named', 'named', { registryBaseUrl })))).status,
      ).toBe(200);
    const identifier = `ghcr.io/x/y@sha256:${'ab'.repeat(32)}`;
    const image = (registryBaseUrl: string) =>
      npmEntry('io.example/image', '', { registryType: 'oci', identifier, registryBaseUrl });
    expect((await stage.plan(stage.entry(image('https://ghcr.io')))).status).toBe(200);
    const elsewhere = await stage.plan(stage.entry(image('https://docker.io')));
    expect(said(elsewhere)).toEqual([422, 'catalog-entry-refused']);
    expect(elsewhere.text).not.toContain('secret');
  });

  it('[catalog-refused] refuses an address with a user in it, whether the entry or an answer brings it', async () => {
    const remote = (url: string, variables: object = {}) => ({
      ...{ name: 'io.example/user', version: '1.0.0' },
      remotes: [{ type: 'streamable-http', url, variables }],
    });
    const fixed = { host: { value: 'user:secret@example.com' } };
    for (const [url, variables] of [
      ['https://user:secret@example.com/mcp', {}],
      ['https://user@example.com/mcp', {}],
      ['https:/user:secret@example.com/mcp', {}],
      ['https://{host}/mcp', fixed],
    ] as const) {
      const refused = await stage.plan(stage.entry(remote(url, variables)));
      expect(said(refused)).toEqual([422, 'catalog-entry-refused']);
      expect(refused.text).not.toContain('secret');
    }
    const name = stage.entry(remote('https://{host}/mcp', { host: { isRequired: true } }));
    const { plan } = (await stage.plan(name)).body;
    const added = await stage.add(name, { plan, as: 'user', inputs: { host: 'user:secret@example.com' } });
    expect(said(added)).toEqual([422, 'catalog-entry-refused']);
    expect(added.body['detail']).toContain('user or password');
    const other = stage.entry(remote('https://example.com/@user/mcp'));
    expect((await stage.plan(other)).status).toBe(200);
  });

  it('[catalog-refused] takes an image by its digest, and passes no other words on', async () => {
    const digest = `sha256:${'ab'.repeat(32)}`;
    const image = { registryType: 'oci', identifier: `docker.io/x/y@${digest}` };
    const planned = await stage.plan(
      stage.entry(
        npmEntry('io.example/image', '', { ...image, environmentVariables: [{ name: 'KEY', value: 'v' }] }),
      ),
    );
    expect(planned.body).toMatchObject({
      package: { registryType: 'oci', integrity: digest },
      definition: {
        command: 'docker',
        args: ['run', '-i', '--rm', '-e', 'KEY', image.identifier],
        env: { KEY: 'v' },
      },
    });
    const mount = { runtimeArguments: [{ type: 'named', name: '-v', value: '/:/host' }] };
    expect(
      (await stage.plan(stage.entry(npmEntry('io.example/image', '', { ...image, ...mount })))).status,
    ).toBe(422);
  });
});
