// @ts-check
import { renameSync, writeFileSync } from 'node:fs';
import { PageBrowser } from './page-browser.mjs';
import { person } from './person.mjs';

/** How often somebody connects before giving up: a step up is the second time. */
const maxVisits = 3;
/** What the suite takes for the document of a client under test; it is fixed there. */
const suiteDocument = 'https://conformance-test.local/client-metadata.json';

/** @typedef {{ scenario: string, serverUrl: string, context: Record<string, string> }} Asked */
/** @typedef {{ status: number, body: Record<string, any> }} Answer */

/** The gateway as the client of a scenario: declares its server, uses it, and connects it as a person whenever the gateway says so. */
export class GatewayAsClient {
  /** @type {Record<string, object>} */
  #declared = {};
  /** @type {Promise<PageBrowser> | undefined} */
  #browser;

  /** @param {{ base: string, token: string, configPath: string }} gateway */
  constructor({ base, token, configPath }) {
    this.base = base;
    this.token = token;
    this.configPath = configPath;
  }

  /** @param {Asked} asked @returns {Promise<{ ok: boolean, said: string }>} */
  async run(asked) {
    /** @type {string[]} */
    const said = [];
    try {
      const server = await this.#declare(asked);
      // Twice, as the second finds what the first has left behind.
      for (const use of ['tools', 'call', 'tools'])
        await this.#use(server, use, (line) => said.push(`${use}: ${line}`));
      return { ok: true, said: said.join('\n') };
    } catch (error) {
      return { ok: false, said: [...said, String(error)].join('\n') };
    }
  }

  /** @param {Asked} asked @returns {Promise<string>} its handle, when it is there */
  async #declare({ scenario, serverUrl, context }) {
    const handle = scenario.replaceAll(/[^a-z0-9]+/g, '-');
    this.#declared[handle] = { url: serverUrl, auth: await authFor(scenario, serverUrl, context) };
    writeFileSync(`${this.configPath}.new`, JSON.stringify({ mcpServers: this.#declared }));
    renameSync(`${this.configPath}.new`, this.configPath);
    for (const until = Date.now() + 10_000; Date.now() < until; ) {
      const { body } = await this.#request('GET', '/api/servers?limit=200');
      if (body.servers.some((/** @type {{ handle: string }} */ it) => it.handle === handle)) return handle;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${handle} is not declared`);
  }

  /** @param {string} server @param {string} use @param {(line: string) => void} say */
  async #use(server, use, say) {
    for (let visits = 0; ; visits++) {
      const at = `/api/servers/${server}/mcp/${use}`;
      const { status, body } =
        use === 'tools'
          ? await this.#request('GET', `${at}?refresh=true`)
          : await this.#request('POST', at, { name: await this.#toolOf(server), arguments: {} });
      say(`${String(status)} ${String(body.code ?? '')} ${String(body.detail ?? '')}`);
      if (status === 200) return;
      if (body.code !== 'upstream-auth-required' || visits === maxVisits)
        throw new Error(`${use}: ${String(status)} ${JSON.stringify(body)}`);
      await this.#connect(body.connectUrl, say);
    }
  }

  /** @param {string} server */
  async #toolOf(server) {
    const { body } = await this.#request('GET', `/api/servers/${server}/mcp/tools`);
    return body.tools?.[0]?.name ?? 'test-tool';
  }

  /** @param {string} address @param {(line: string) => void} say */
  async #connect(address, say) {
    const browser = await (this.#browser ??= this.#signIn());
    const page = await browser.get(address);
    const back = await browser.submit(page, '/connect/', { decision: 'connect' });
    say(`connected: ${String(back.status)} ${/<h1[^>]*>([^<]*)/.exec(back.text)?.[1] ?? ''}`);
    if (back.status !== 200) throw new Error(back.text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '));
  }

  async #signIn() {
    const browser = new PageBrowser(this.base);
    await browser.submit(await browser.get('/login'), '/login', person);
    return browser;
  }

  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<Answer>} */
  async #request(method, path, body) {
    const response = await fetch(this.base + path, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: /** @type {Record<string, any>} */ (await response.json()) };
  }
}

/**
 * `auth` as an operator would write it who was told the same as the client of the scenario.
 * @param {string} scenario @param {string} serverUrl @param {Record<string, string>} context
 */
async function authFor(scenario, serverUrl, { client_id: clientId, client_secret: clientSecret }) {
  if (scenario === 'auth/client-credentials-basic')
    return { type: 'client_credentials', clientId, clientSecret, tokenUrl: await tokenUrlOf(serverUrl) };
  const own = scenario === 'auth/basic-cimd' ? { clientId: suiteDocument } : {};
  const given = clientId === undefined ? own : { clientId, ...(clientSecret === undefined ? {} : { clientSecret }) };
  return { type: 'oauth', for: 'user', ...given };
}

/** Where the token endpoint is, as documentation would say. @param {string} serverUrl @returns {Promise<string>} */
async function tokenUrlOf(serverUrl) {
  /** @param {URL} url */
  const read = async (url) => /** @type {Promise<Record<string, any>>} */ ((await fetch(url)).json());
  const { origin, pathname } = new URL(serverUrl);
  const { authorization_servers: issuers } = await read(
    new URL(`/.well-known/oauth-protected-resource${pathname}`, origin),
  );
  const { token_endpoint: endpoint } = await read(
    new URL('/.well-known/oauth-authorization-server', issuers[0]),
  );
  return endpoint;
}
