import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FactorStore } from '../../src/accounts/factors/factor-store.port.js';
import { FirstStart } from '../../src/accounts/joining/first-start.service.js';
import type { Values } from '../../src/platform/config/variables.js';
import { addFactor } from '../support/clients/authenticator.js';
import { operatorsBrowser } from '../support/clients/console-client.js';
import type { Json } from '../support/clients/gateway-client.js';
import { PageVisitor } from '../support/clients/page-visitor.js';
import { closeAfterAll } from '../support/closing.js';
import { gatewayState, startGateway, type GatewayState, type TestGateway } from '../support/gateway.js';
import { mintOperatorToken, operator, signIn } from '../support/people.js';

const open = closeAfterAll();

/** One data folder at which gateways are started one after the other. */
class Installation {
  private started: TestGateway | undefined;

  private constructor(readonly state: GatewayState) {}

  static async make(): Promise<Installation> {
    return open(new Installation(await gatewayState()));
  }

  /** The gateway that was started last. */
  get gateway(): TestGateway {
    if (this.started === undefined) throw new Error('nothing has been started');
    return this.started;
  }

  /** Stops the former gateway, does `between` and starts the next one. */
  async start(env: Partial<Values>, between: () => void = () => undefined): Promise<void> {
    await this.stop();
    between();
    this.started = await startGateway({ state: this.state, env });
  }

  async close(): Promise<void> {
    await this.stop();
    await this.state.remove();
  }

  private async stop(): Promise<void> {
    await this.started?.close();
    this.started = undefined;
  }
}

const meWith = (gateway: TestGateway, token: string) =>
  gateway.json('/api/cli/auth/me', { headers: { authorization: `Bearer ${token}` } });
const statusesWith = (gateway: TestGateway, tokens: readonly string[]) =>
  Promise.all(tokens.map(async (token) => (await meWith(gateway, token)).status));
const bannerOf = (gateway: TestGateway) => gateway.app.get(FirstStart).takeBanner();
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('An installation that is set up by its link', () => {
  const tokens = ['any-text-of-at-least-32-characters', 'b'.repeat(40)] as const;
  const [token, otherToken] = tokens;
  let installation: Installation;
  let folder: string;
  let firstKeyAt: number;
  let firstLink: URL;

  /** The data folder and all that is in it. */
  const paths = () => [folder, ...readdirSync(folder).map((name) => join(folder, name))];
  const start = (BOOTSTRAP_TOKEN: string, between?: () => void) =>
    installation.start({ BOOTSTRAP_TOKEN }, between);

  beforeAll(async () => {
    installation = await Installation.make();
    folder = installation.state.folder.path;
  });

  describe('at its first start', () => {
    beforeAll(() => start(token));

    it('[key-file] makes the key of the installation for its owner only', () => {
      const path = join(folder, 'secret.key');
      expect(modeOf(path)).toBe('600');
      firstKeyAt = statSync(path).mtimeMs;
    });

    it('[bootstrap-token] accepts BOOTSTRAP_TOKEN, whatever its form, as a token of the operator with all scopes', async () => {
      const { body } = await meWith(installation.gateway, token);
      expect(body).toMatchObject({
        account: { slug: 'operator', role: 'owner' },
        token: { kind: 'user', name: 'BOOTSTRAP_TOKEN', hint: '…ters', expiresAt: null },
      });
      expect((body['token'] as { scopes: string[] }).scopes).toContain('operator');
      const another = 'any-other-text-of-at-least-32-characters';
      expect((await meWith(installation.gateway, another)).status).toBe(401);
    });

    it('[setup-once] prints a setup link, once', async () => {
      firstLink = new URL(bannerOf(installation.gateway).setupUrl ?? '');
      expect(bannerOf(installation.gateway)).toEqual({});
      const page = await new PageVisitor(installation.gateway.url).get(firstLink.href);
      expect(page.heading).toBe('Who runs this gateway?');
    });
  });

  describe('at a second start with another BOOTSTRAP_TOKEN and a folder that an earlier release left open', () => {
    let setupUrl: string;

    beforeAll(async () => {
      await start(otherToken, () => {
        for (const path of paths()) chmodSync(path, path === folder ? 0o755 : 0o644);
      });
      setupUrl = bannerOf(installation.gateway).setupUrl ?? '';
    });

    it('[data-folder-modes] closes the folder and the files to others', () => {
      expect(paths().map(modeOf)).not.toContain('644');
      expect(modeOf(folder)).toBe('700');
      expect(installation.gateway.logs('data-folder.open-to-others')).toEqual([]);
    });

    it('[key-file] keeps the key of the installation', () => {
      expect(statSync(join(folder, 'secret.key')).mtimeMs).toBe(firstKeyAt);
    });

    it('[bootstrap-token] accepts the new token in place of the former one', async () => {
      expect(await statusesWith(installation.gateway, tokens)).toEqual([401, 200]);
    });

    it('[setup-once] has a new setup link, and refuses that of the first start', async () => {
      const visitor = new PageVisitor(installation.gateway.url);
      expect((await visitor.get(firstLink.pathname + firstLink.search)).status).toBe(410);
      expect((await visitor.get(setupUrl)).status).toBe(200);
    });

    it.each([
      ['an e-mail address', { email: 'ana' }, 'This is not an e-mail address.'],
      ['a name', { name: '  ' }, 'Write a name'],
      ['a long enough password', { password: 'short' }, 'Use at least 10 characters.'],
    ])('[setup-form] says beside the field that the form lacks %s', async (_, wrong, says) => {
      const visitor = new PageVisitor(installation.gateway.url);
      const page = await visitor.get(setupUrl);
      const again = await visitor.submit(page, '/setup', { ...operator, ...wrong });
      expect(again.status).toBe(422);
      const [field = ''] = Object.keys(wrong);
      expect(again.text).toMatch(new RegExp(`role="alert" id="${field}-error">\\s*${says}`));
      expect(again.text).not.toContain(operator.password);
    });

    it('[setup-form] [setup-once] keeps what was typed, sets the operator up once, and is over then', async () => {
      const { gateway } = installation;
      const [visitor, rival] = [new PageVisitor(gateway.url), new PageVisitor(gateway.url)];
      const [page, samePage] = [await visitor.get(setupUrl), await rival.get(setupUrl)];
      const again = await visitor.submit(page, '/setup', { ...operator, password: 'short' });
      for (const typed of [operator.email, operator.name]) expect(again.text).toContain(`value="${typed}"`);
      const done = await visitor.submit(again, '/setup', operator);
      expect(done.text).toContain(`Signed in as ${operator.email}`);
      expect((await new PageVisitor(gateway.url).get(setupUrl)).status).toBe(410);
      const late = await rival.submit(samePage, '/setup', { ...operator, email: 'eve@example.com' });
      expect(late.status).toBe(410);
      const { body } = await gateway.json('/api/cli/auth/me', {
        headers: { authorization: `Bearer ${otherToken}` },
      });
      expect(body['user']).toMatchObject({ email: operator.email, name: operator.name });
    });
  });

  describe('at a third start with the first BOOTSTRAP_TOKEN and a folder for everyone', () => {
    beforeAll(async () => {
      await start(token, () => {
        chmodSync(folder, 0o1777);
      });
    });

    it('[data-folder-modes] leaves a folder with the sticky bit open and logs it', () => {
      expect(modeOf(folder)).toBe('777');
      expect(installation.gateway.logs('data-folder.open-to-others')).toMatchObject([{ path: folder }]);
    });

    it('[setup-once] prints no setup link any more', () => {
      expect(bannerOf(installation.gateway)).toEqual({});
    });

    it('[bootstrap-token] accepts a token again that another one had replaced', async () => {
      expect(await statusesWith(installation.gateway, tokens)).toEqual([200, 401]);
    });
  });

  it('[bootstrap-token] keeps a token revoked over a restart when its holder revoked it', async () => {
    const { gateway } = installation;
    const headers = { authorization: `Bearer ${token}` };
    expect((await gateway.json('/api/cli/auth/logout', { method: 'POST', headers })).status).toBe(204);
    expect(await statusesWith(gateway, tokens)).toEqual([401, 401]);
    await start(token);
    expect(await statusesWith(installation.gateway, tokens)).toEqual([401, 401]);
  });
});

describe('An installation that is set up by ADMIN_EMAIL and ADMIN_PASSWORD', () => {
  const password = 'first password';
  const env = { ADMIN_EMAIL: 'Root@Example.com', ADMIN_PASSWORD: password, SECRET_KEY: 'a'.repeat(32) };
  const person = { email: 'root@example.com', password };
  let installation: Installation;
  let browser: PageVisitor;

  /** Whether the operator has a second factor. */
  const hasFactor = async () => {
    const { gateway } = installation;
    const { body } = await gateway.json('/api/me');
    const { id } = body['user'] as Json;
    return (await gateway.app.get(FactorStore, { strict: false }).find(String(id))) !== undefined;
  };
  const headingOf = async (visitor: PageVisitor) => (await visitor.get('/device')).heading;

  beforeAll(async () => {
    installation = await Installation.make();
    await installation.start(env);
  });

  it('[setup-unattended] lets the operator sign in, and prints no setup link', async () => {
    expect(bannerOf(installation.gateway)).toEqual({});
    browser = await signIn(installation.gateway, person);
    expect((await browser.get('/device')).text).toContain('Signed in as root@example.com');
  });

  it('[setup-unattended] [factor-break-glass] keeps sessions and the second factor at a start with the same password', async () => {
    await mintOperatorToken(installation.gateway, ['tools:read']);
    await addFactor(await operatorsBrowser(installation.gateway), password);
    // The factor has ended the sessions in which it was not shown.
    const session = await operatorsBrowser(installation.gateway);
    await installation.start(env);
    expect(await hasFactor()).toBe(true);
    browser = new PageVisitor(installation.gateway.url);
    browser.cookies.set('gantry-session', session.secret);
    expect(await headingOf(browser)).not.toBe('Sign in');
    expect(installation.gateway.logs('secret-key.changed')).toEqual([]);
  });

  it('[setup-unattended] [factor-break-glass] [bootstrap-token] takes over another password, and removes sessions, the second factor and an absent BOOTSTRAP_TOKEN', async () => {
    await installation.start({ ...env, ADMIN_PASSWORD: 'second password', BOOTSTRAP_TOKEN: undefined });
    const { gateway } = installation;
    expect(await headingOf(browser.at(gateway.url))).toBe('Sign in');
    expect(await headingOf(await signIn(gateway, person))).toBe('Sign in');
    const now = await signIn(gateway, { ...person, password: 'second password' });
    expect((await now.get('/device')).text).toContain('Signed in as');
    expect((await meWith(gateway, installation.state.token)).status).toBe(401);
  });

  it('[key-changed] logs with another SECRET_KEY how many tokens nobody can use any more', async () => {
    await installation.start({ SECRET_KEY: 'b'.repeat(32), ACCEPT_LOST_KEYS: true });
    const { gateway } = installation;
    expect(gateway.logs('secret-key.changed')).toMatchObject([{ level: 'warn', tokensThatNobodyCanUse: 1 }]);
    expect((await meWith(gateway, gateway.token)).status).toBe(200);
    expect(await hasFactor()).toBe(false);
  });
});
