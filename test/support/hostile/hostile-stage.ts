import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signInProviders } from '../../../src/platform/config/values/sign-in-providers.js';
import type { Attacker } from './attacks.js';
import { AppsClient, letMembersConfigure, personIn } from '../clients/apps-client.js';
import { GatewayClient, type Json } from '../clients/gateway-client.js';
import { gatewayState, startGateway, type GatewayState } from '../gateway.js';
import { latencyOf, type Latency } from '../measures/latency.js';
import { residentBytes } from '../measures/memory.js';
import { spawnGateway, type GatewayProcess } from '../processes/gateway-process.js';
import { echo, ScriptedHttp } from '../upstreams/scripted-http.js';

const heapMegabytes = 400;

/** What a tenant notices, and what the gateway keeps. */
export interface Notice {
  /** Of calls of the victim, in milliseconds. */
  readonly latency: Latency;
  /** Resident memory of the gateway, in bytes. */
  readonly memory: number;
  /** Bytes in the data folder. */
  readonly disk: number;
}

/**
 * Two tenants at a gateway with a heap of 400 MB: a victim that calls a tool, and an attacker with an owner and a member who can change the
 * config. MCP, OAuth, OpenAPI, hook, OpenID and registry servers that the attacker names are a hostile origin in a process of its own.
 */
export class HostileStage {
  private constructor(
    /** Address of the hostile origin, see `hostile-origin.mjs`. */
    readonly origin: string,
    readonly gateway: GatewayProcess,
    readonly victim: GatewayClient,
    /** Of the attacker's account. */
    readonly tokens: Readonly<Record<Attacker, string | undefined>>,
    private readonly closing: readonly (() => Promise<unknown>)[],
  ) {}

  static async start(): Promise<HostileStage> {
    const { origin, child } = await hostileOrigin();
    const upstream = await ScriptedHttp.start([echo]);
    const state = await gatewayState();
    const tokens = await tenantsIn(state, upstream.url);
    const gateway = await spawnGateway({
      state,
      nodeOptions: [`--max-old-space-size=${String(heapMegabytes)}`],
      env: {
        EGRESS_ALLOW: '127.0.0.1',
        CATALOG_SOURCES: `${origin}/registry/members`,
        OIDC_PROVIDERS: JSON.stringify([providerAt(`${origin}/oidc/names/1040000`)]),
        // As by default, which other tests turn off.
        RATE_LIMIT_PER_MINUTE: '6000',
        ACCOUNT_CHANGES_PER_MINUTE: '600',
        HEADER_TIMEOUT_MS: '60000',
      },
    });
    const { url } = await gateway.ready();
    return new HostileStage(
      origin,
      gateway,
      new GatewayClient(url, tokens.victim),
      { owner: tokens.owner, member: tokens.member, 'no one': undefined },
      [
        () => gateway.stop(),
        () => upstream.close(),
        () => state.remove(),
        async () => {
          child.disconnect();
          await once(child, 'exit');
        },
      ],
    );
  }

  /** The attacker's app with this config. */
  async configure(config: Json): Promise<void> {
    const saved = await new AppsClient(this.gateway.client.url, this.tokens.member ?? '').save('app', config);
    if (saved.status !== 200) throw new Error(`${String(saved.status)} ${saved.text}`);
  }

  /** Calls of the victim, one after the other. Throws when one fails. */
  async notice(calls: number): Promise<Notice> {
    const latency = await latencyOf(
      calls,
      async () => {
        const answer = await this.victim.call('s', 'echo', { a: 1 });
        if (answer.status !== 200) throw new Error(`the victim got ${String(answer.status)} ${answer.text}`);
      },
      // The clock on the wall: attacker, gateway and victim wait for the same processors, which `ownTime` would subtract twice.
      () => performance.now(),
    );
    const memory = residentBytes(this.gateway.pid);
    return { latency, memory, disk: sizeOf(this.gateway.state.folder.path) };
  }

  async close(): Promise<void> {
    for (const close of this.closing) await close();
  }
}

async function hostileOrigin(): Promise<{ readonly origin: string; readonly child: ChildProcess }> {
  const child = fork(fileURLToPath(new URL('hostile-origin.mjs', import.meta.url)));
  const [origin] = (await once(child, 'message')) as [string];
  return { origin, child };
}

/** Tokens of a victim with access to a server, and of the attacker's owner and member, who share an app. */
async function tenantsIn(
  state: GatewayState,
  upstream: string,
): Promise<Record<'victim' | 'owner' | 'member', string>> {
  const gateway = await startGateway({ state, mcpServers: { s: { url: upstream } } });
  const victim = await personIn(gateway, 'victim');
  const owner = await personIn(gateway, 'attacker');
  await letMembersConfigure(gateway, owner.accountId);
  const member = await personIn(gateway, owner.accountId, 'member');
  await owner.newApp('App', {});
  await gateway.close();
  return { victim: victim.token, owner: owner.token, member: member.token };
}

function providerAt(issuer: string): unknown {
  const provider = { id: 'hostile', label: 'Hostile', issuer, clientId: 'gantry', clientSecret: 'a secret' };
  signInProviders.parse(JSON.stringify([provider]));
  return provider;
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}
