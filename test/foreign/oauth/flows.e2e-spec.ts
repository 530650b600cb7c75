import * as oidc from 'openid-client';
import { operatorOf } from '../../support/clients/apps-client.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { NativeClient, resultOf } from '../../support/clients/native-client.js';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { setUpOperator } from '../../support/people.js';
import { TestClock } from '../../support/test-clock.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { npmStdio } from '../../support/upstreams/npm-servers.js';
import { McpRemote } from './mcp-remote.js';
import { decideAt } from './person.js';
import { sdkV1, sdkV2, type SdkProgram } from './sdk-programs.js';

/** The client insists on https otherwise; its typings cross the way out of it out. */
const { allowInsecureRequests: overPlainHttp } = oidc as Readonly<
  Record<'allowInsecureRequests', (config: oidc.Configuration) => void>
>;
const hourMs = 3_600_000;
const openShared = closeAfterAll();
const open = closeAfterEach();
const clock = new TestClock();
let gateway: TestGateway;

beforeAll(async () => {
  const mcpServers = { everything: npmStdio.everything() };
  gateway = await openShared(startGateway({ clock, mcpServers, env: { LOGINS_PER_MINUTE: 1000 } }));
  await setUpOperator(gateway);
});

afterEach(async () => {
  for (const { id } of await grants()) await gateway.json(`/api/grants/${String(id)}`, { method: 'DELETE' });
});

const endpoint = () => new URL(`${gateway.url}/api/servers/everything/mcp`);
const grants = async () => (await gateway.json('/api/grants')).body['grants'] as Json[];

/** The person takes back what they let in; there is one grant. */
async function takeBack(): Promise<void> {
  const [grant, ...others] = await grants();
  expect(others).toEqual([]);
  const { status } = await gateway.json(`/api/grants/${String(grant?.['id'])}`, { method: 'DELETE' });
  expect(status).toBe(204);
}

function askedBy(sdk: SdkProgram): URL {
  const asked = sdk.asked();
  if (asked === undefined) throw new Error('it did not ask for a person');
  return asked;
}

describe('openid-client', () => {
  const redirectUri = 'http://127.0.0.1:41999/callback';

  it.each([
    ['none', 'oauth2', oidc.None],
    ['client_secret_basic', 'oidc', oidc.ClientSecretBasic],
    ['client_secret_post', 'oauth2', oidc.ClientSecretPost],
  ] as const)(
    '[flow-relying-party] comes in as a client of its own making, with %s, and revokes what it got',
    async (method, algorithm, authentication) => {
      const metadata = {
        client_name: 'A party',
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: method,
      };
      // By which of the two well-known names it finds the server.
      const options = { algorithm, execute: [overPlainHttp] };
      const issuer = new URL(`${gateway.url}/oauth`);
      const party = await oidc.dynamicClientRegistration(issuer, metadata, authentication(), options);
      const verifier = oidc.randomPKCECodeVerifier();
      const state = oidc.randomState();
      const asked = oidc.buildAuthorizationUrl(party, {
        ...{ redirect_uri: redirectUri, scope: 'tools:read tools:call', state, resource: endpoint().href },
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const back = await decideAt(asked);
      // It checks the issuer that comes back (RFC 9207), since the metadata promises one.
      const first = await oidc.authorizationCodeGrant(
        party,
        back,
        { pkceCodeVerifier: verifier, expectedState: state },
        { resource: endpoint().href },
      );
      const inside = await use(first.access_token);
      expect(inside).toContain('Echo: with a token');

      clock.advance(hourMs + 1000);
      await expect(use(first.access_token)).rejects.toThrow('401');
      const second = await oidc.refreshTokenGrant(party, String(first.refresh_token));
      expect(second.refresh_token).not.toBe(first.refresh_token);
      expect(await use(second.access_token)).toContain('Echo: with a token');

      await oidc.tokenRevocation(party, String(second.refresh_token), { token_type_hint: 'refresh_token' });
      await expect(use(second.access_token)).rejects.toThrow('401');
      await expect(oidc.refreshTokenGrant(party, String(second.refresh_token))).rejects.toMatchObject({
        error: 'invalid_grant',
      });
      expect(await grants()).toEqual([]);
    },
  );

  /** Lists and calls at the native endpoint; the result of the call. */
  async function use(token: string): Promise<string> {
    const client = new NativeClient(endpoint().href, token);
    await client.initialize();
    const { tools } = await client.result('tools/list');
    expect((tools as Json[]).map(({ name }) => name)).toContain('echo');
    const call = await client.request('tools/call', { name: 'echo', arguments: { message: 'with a token' } });
    return JSON.stringify(resultOf(call));
  }
});

describe.each([
  ['1', sdkV1],
  ['2', sdkV2],
] as const)('The MCP SDK, version %s,', (version, program) => {
  async function comeIn(sdk: SdkProgram): Promise<URL> {
    await expect(sdk.connect()).rejects.toThrow('Unauthorized');
    const asked = askedBy(sdk);
    await sdk.finish(await decideAt(asked));
    await sdk.connect();
    await open(sdk);
    return asked;
  }

  it('[flow-sdk] comes in, lists, calls, refreshes by itself, and is shut out when its person takes it back', async () => {
    const sdk = program(endpoint());
    const asked = await comeIn(sdk);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      scope: expect.stringContaining('tools:read tools:call') as string,
      resource: endpoint().href,
    });
    expect(await sdk.tools()).toContain('echo');
    expect(await sdk.call('echo', { message: 'hello' })).toContain('Echo: hello');
    expect(sdk.answers).toHaveLength(1);

    clock.advance(hourMs + 1000);
    expect(await sdk.call('echo', { message: 'an hour later' })).toContain('Echo: an hour later');
    const [first, second] = sdk.answers;
    expect(sdk.answers).toHaveLength(2);
    expect(second?.refresh_token).not.toBe(first?.refresh_token);

    expect(await grants()).toMatchObject([
      { client: { name: 'An application', kind: 'registered' }, resource: endpoint().href },
    ]);
    await takeBack();
    await expect(sdk.call('echo', { message: 'no more' })).rejects.toThrow('Unauthorized');
  });

  it('[flow-app] comes in at an app', async () => {
    const app = `shop-${version}`;
    await operatorOf(gateway).newApp(app, { mcpServers: { every: { use: 'everything' } } });
    const sdk = program(new URL(`${gateway.url}/api/apps/${app}/mcp`));
    await comeIn(sdk);
    expect(await sdk.tools()).toContain('every__echo');
    expect(await sdk.call('every__echo', { message: 'hello' })).toContain('Echo: hello');
  });

  it('[flow-denied] is told when its person says no', async () => {
    const sdk = program(endpoint());
    await expect(sdk.connect()).rejects.toThrow('Unauthorized');
    const back = await decideAt(askedBy(sdk), 'deny');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      ...{ error: 'access_denied', state: 'kept by the application', iss: `${gateway.url}/oauth` },
    });
    expect(back.searchParams.get('code')).toBeNull();
    expect(await grants()).toEqual([]);
  });
});

/** Version 1 refreshes instead, which never gives more: therefore both scopes are given when none is asked for. */
describe('The MCP SDK, version 2', () => {
  it('[flow-step-up] lists with tools:read, and asks for more when a call needs it', async () => {
    const sdk = sdkV2(endpoint());
    await expect(sdk.connect()).rejects.toThrow('Unauthorized');
    const asked = new URL(askedBy(sdk));
    asked.searchParams.set('scope', 'tools:read');
    await sdk.finish(await decideAt(asked));
    await sdk.connect();
    await open(sdk);
    expect(await sdk.tools()).toContain('echo');
    await expect(sdk.call('echo', { message: 'not yet' })).rejects.toThrow('Unauthorized');
    expect(askedBy(sdk).searchParams.get('scope')?.split(' ')).toEqual(
      expect.arrayContaining(['tools:read', 'tools:call']),
    );
    await sdk.finish(await decideAt(askedBy(sdk)));
    expect(await sdk.call('echo', { message: 'now' })).toContain('Echo: now');
  });
});

describe('mcp-remote', () => {
  it('[flow-mcp-remote] lets a desktop client in, also after a restart and an hour, until the grant ends', async () => {
    const folder = temporaryFolder();
    await open({
      close: () => {
        folder.remove();
        return Promise.resolve();
      },
    });
    const first = await open(McpRemote.start(endpoint(), folder.path));
    const back = await decideAt(await first.asked());
    expect((await fetch(back)).status).toBe(200);
    await first.ready();
    expect(await first.tools()).toContain('echo');
    expect(await first.call('echo', { message: 'hello' })).toContain('Echo: hello');

    clock.advance(hourMs + 1000);
    expect(await first.call('echo', { message: 'an hour later' })).toContain('Echo: an hour later');
    await first.close();

    const second = await open(McpRemote.start(endpoint(), folder.path));
    await second.ready();
    expect(await second.call('echo', { message: 'again' })).toContain('Echo: again');
    expect(second.written).not.toContain('authorize this client');

    await takeBack();
    await expect(second.call('echo', { message: 'no more' })).rejects.toThrow();
  });
});
