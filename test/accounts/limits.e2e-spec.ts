import { mintToken } from '../../src/accounts/tokens/token-format.js';
import { ConsoleClient, operatorsBrowser } from '../support/clients/console-client.js';
import { GatewayClient } from '../support/clients/gateway-client.js';
import { PageVisitor } from '../support/clients/page-visitor.js';
import { addPasskey, passkeyPlace, showPasskey } from '../support/clients/passkeys.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { mintOperatorToken, operator, signedInPerson } from '../support/people.js';
import { programOf } from '../support/oauth/programs.js';

const open = closeAfterAll();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await open(
    startGateway({
      env: {
        ...{ ...passkeyPlace, TRUST_PROXY: ['127.0.0.1'] },
        ...{ ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password },
        ...{ LOGINS_PER_MINUTE: 5, WRONG_TOKENS_PER_MINUTE: 5, RATE_LIMIT_PER_MINUTE: 10 },
      },
    }),
  );
});

/** A browser at an address of the internet; each test has its own. */
const from = (address: string) => new PageVisitor(gateway.url, { 'x-forwarded-for': address });
const atLogin = async (visitor: PageVisitor) => ({
  visitor,
  page: await visitor.get('/login?next=%2Fpassword'),
});

async function tryPassword(visitor: PageVisitor, password: string, email = operator.email) {
  const { page } = await atLogin(visitor);
  return visitor.submit(page, '/login', { email, password });
}

describe('LOGINS_PER_MINUTE', () => {
  const refused = [422, 422, 422, 422, 422, 429];

  it('[login-known-browser] limits passwords per address, and lets a known browser in at an address that has used them up', async () => {
    const [known, guesser] = [from('203.0.113.1'), from('203.0.113.1')];
    const signedIn = await tryPassword(known, operator.password);
    expect(signedIn.url).toBe(`${gateway.url}/password`);
    await known.submit(await known.get('/logout'), '/logout', {});
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++)
      statuses.push((await tryPassword(guesser, 'a guess', 'nobody@example.com')).status);
    expect(statuses).toEqual(refused);
    expect((await tryPassword(known, operator.password)).url).toBe(`${gateway.url}/password`);
    guesser.cookies.set('gantry-browser', Buffer.from('A'.repeat(68)).toString('base64url'));
    expect((await tryPassword(guesser, operator.password)).status).toBe(429);
  });

  it('[passkey-tries] limits passkeys per address, and lets a known browser in at an address that has used them up', async () => {
    const { device } = await addPasskey(await operatorsBrowser(gateway), operator.password);
    const [home, thief, late] = [from('203.0.113.2'), from('203.0.113.2'), from('203.0.113.2')];
    expect((await showPasskey(home, (await atLogin(home)).page, device)).status).toBe(200);
    home.cookies.delete('gantry-session');
    const { page } = await atLogin(thief);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++)
      statuses.push((await showPasskey(thief, page, device, { unverified: true })).status);
    expect(statuses).toEqual(refused);
    expect((await showPasskey(late, (await atLogin(late)).page, device)).status).toBe(429);
    expect((await showPasskey(home, (await atLogin(home)).page, device)).status).toBe(200);
  });
});

describe('WRONG_TOKENS_PER_MINUTE', () => {
  const refused = [401, 401, 401, 401, 401, 429, 429];
  const statusAt = async (client: GatewayClient, address: string) =>
    (await client.json('/api/me', { headers: { 'x-forwarded-for': address } })).status;

  it('[token-verify-in-memory] limits how often tokens of an address that are not in memory reach the database', async () => {
    const address = '203.0.113.3';
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++)
      statuses.push(await statusAt(new GatewayClient(gateway.url, mintToken('gtu')), address));
    expect(statuses).toEqual(refused);
    const good = new GatewayClient(gateway.url, await mintOperatorToken(gateway, ['tools:read']));
    expect(await statusAt(good, address)).toBe(429);
    expect(await statusAt(good, '203.0.113.4')).toBe(200);
    expect(await statusAt(good, address)).toBe(200);
  });

  it('[session-guesses] limits unknown session cookies of an address like wrong tokens', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++)
      statuses.push(await statusAt(new ConsoleClient(gateway.url, `guess${String(i)}`), '203.0.113.5'));
    expect(statuses).toEqual(refused);
  });
});

describe('RATE_LIMIT_PER_MINUTE', () => {
  it('[program-rate] limits an authorization of a client, however many tokens it has', async () => {
    const { client } = await signedInPerson(gateway, 'rated');
    const first = await programOf(gateway, client);
    const programs = [first];
    for (let i = 0; i < 3; i++) programs.push(await programOf(gateway, client, { grantId: first.grantId }));
    const statuses: (number | undefined)[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await programs[i % 4]?.json('/api/servers'))?.status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
  });
});
