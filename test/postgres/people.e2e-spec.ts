import { personIn } from '../support/clients/apps-client.js';
import { browserOf, ConsoleClient } from '../support/clients/console-client.js';
import { GatewayClient, type Json } from '../support/clients/gateway-client.js';
import { NativeClient } from '../support/clients/native-client.js';
import { PageVisitor } from '../support/clients/page-visitor.js';
import {
  addPasskey,
  askForNew,
  askToShow,
  deviceAt,
  passkeyPlace,
  sendNew,
  sendShown,
} from '../support/clients/passkeys.js';
import { closeAfterAll } from '../support/closing.js';
import { connect, connectionsOf, whoIs } from '../support/connecting.js';
import type { TestGateway } from '../support/gateway.js';
import { operator, signIn } from '../support/people.js';
import { startReplicas } from '../support/processes/replicas.js';
import { GuardedHttp } from '../support/upstreams/guarded-http.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { ScriptedIssuer } from '../support/upstreams/scripted-issuer.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
let a: TestGateway, b: TestGateway;
let issuer: ScriptedIssuer;
let notes: GuardedHttp;

beforeAll(async () => {
  issuer = await open(ScriptedIssuer.start());
  notes = await open(GuardedHttp.guard(issuer));
  const { url } = await open(ScriptedHttp.start([echo]));
  const auth = { type: 'oauth', for: 'user', issuer: issuer.issuer };
  [a, b] = (await startReplicas(open, 2, {
    mcpServers: { one: { url }, two: { url }, notes: { url: notes.url, auth } },
    env: {
      ...{ ...passkeyPlace, ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password },
      LOGINS_PER_MINUTE: 1000,
    },
  })) as [TestGateway, TestGateway];
});

describe('Invitations at two processes', () => {
  /** Invites at one process and opens the form at another. Returns a function that sends it. */
  async function invited(from: TestGateway, to: TestGateway, body: Json): Promise<() => Promise<string>> {
    const invitation = await from.json('/api/cli/invitations', { body });
    const browser = new PageVisitor(to.url);
    const { pathname, search } = new URL(String(invitation.body['url']));
    const page = await browser.get(pathname + search);
    const person = { name: 'New', password: 'a password for everybody' };
    return async () => (await browser.submit(page, '/invite', person)).heading;
  }

  it('[invitation-at-once] create accounts of one name and users of one address when they are accepted at once', async () => {
    // Each for another address: a second invitation to create an account replaces the first for the same address.
    const founding = [1, 2, 3, 4].map((at) =>
      invited(a, at % 2 === 0 ? a : b, {
        ...{ email: `one${String(at)}@example.com`, newAccount: { name: 'Acme' } },
      }),
    );
    const joining = [1, 2].flatMap((at) => [
      invited(a, a, { email: `two${String(at)}@example.com`, role: 'member' }),
      invited(a, b, { email: `two${String(at)}@example.com`, newAccount: { name: `Two ${String(at)}` } }),
    ]);
    const forms = await Promise.all([...founding, ...joining]);
    const headings = await Promise.all(forms.map((accept) => accept()));
    expect(new Set(headings)).toEqual(new Set(['You are all set']));
  });

  it('[limits-at-once] keep one open invitation of an address that is invited many times at once', async () => {
    const body = { email: 'new@example.com', role: 'member' };
    const answers = Array.from({ length: 8 }, (_, at) =>
      (at % 2 === 0 ? a : b).json('/api/cli/invitations', { body }),
    );
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([201]));
    const { body: list } = await a.json('/api/cli/invitations');
    const emails = (list['invitations'] as Json[]).map(({ email }) => email);
    expect(emails.filter((email) => email === 'new@example.com')).toHaveLength(1);
  });
});

describe('A connection to a server that two processes use', () => {
  beforeAll(async () => {
    await connect(await signIn(a, operator), issuer, '/connect/notes');
  });

  it('[credential-once] is renewed by one of them', async () => {
    expect([await whoIs(a, 'notes'), await whoIs(b, 'notes')]).toEqual(['ana', 'ana']);
    issuer.tokens.expireAccess();
    const calls = Array.from({ length: 60 }, (_, i) => whoIs(i % 2 === 0 ? a : b, 'notes'));
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['ana']));
    expect([issuer.tokens.refreshes, issuer.tokens.replays]).toEqual([1, 0]);
  });

  it('[credential-once] ends for both when it is deleted', async () => {
    expect(await whoIs(b, 'notes')).toBe('ana');
    const [{ id } = {}] = await connectionsOf(a);
    await a.json(`/api/connections/${String(id)}`, { method: 'DELETE' });
    const before = notes.refused;
    await waitFor('the refusal', async () => (await whoIs(b, 'notes')) === 'upstream-auth-required');
    expect(notes.refused - before).toBeLessThanOrEqual(1);
  });
});

describe('A passkey', () => {
  it('[passkey-challenge] is requested by one process and accepted by another, once', async () => {
    const userId = String(((await a.json('/api/me')).body['user'] as Json)['id']);
    const { password } = operator;
    const atA = await browserOf(a, userId);
    const atB = new ConsoleClient(b.url, atA.secret);
    const origin = `http://localhost:${new URL(b.url).port}`;
    const made = deviceAt(a).make(await askForNew(atA, password), { origin });
    const added = await Promise.all([sendNew(atB, made), sendNew(atB, made)]);
    expect(added.map(({ status }) => status).sort()).toEqual([201, 403]);
    const { device } = await addPasskey(atA, password, 'Phone');
    const visitor = new PageVisitor(a.url);
    const page = await visitor.get('/login');
    const question = await askToShow(visitor, page);
    const there = visitor.at(b.url);
    const shown = device.show(question, { origin });
    const arrived = await Promise.all([1, 2, 3].map(() => sendShown(there, page, shown)));
    expect(arrived.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(there.cookies.has('gantry-session')).toBe(true);
  });
});

describe('Access grants', () => {
  it('[grants-processes] hold in other processes when they change, where sessions end too', async () => {
    const owner = await personIn(a, 'shared');
    const member = await personIn(a, owner.accountId, 'member');
    const there = new GatewayClient(b.url, member.token);
    const session = new NativeClient(`${b.url}/api/servers/two/mcp`, member.token);
    await session.initialize();
    expect((await there.call('two', 'echo')).status).toBe(200);
    const grant = (servers: readonly string[]) =>
      owner.json('/api/cli/grants', { method: 'PUT', body: { grants: [{ role: 'member', servers }] } });
    expect((await grant(['one'])).status).toBe(200);
    await waitFor('the refusal', async () => (await there.call('two', 'echo')).status === 404);
    await waitFor('the end of the session', async () => (await session.request('tools/list')).status === 404);
    await Promise.all(['one', 'two', 'three'].map((name) => grant([name])));
    const { body } = await owner.json('/api/cli/grants');
    expect(body['grants']).toHaveLength(1);
  });
});
