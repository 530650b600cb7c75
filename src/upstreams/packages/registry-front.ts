import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import { ByteCollector } from '../../kernel/byte-collector.js';
import { foreignJsonDepth, parsingForeignJson } from '../../kernel/json/foreign/foreign-json.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import { EgressDenied } from '../../platform/egress/egress-policy.js';
import { isPackageName } from '../declared/pinned-package.js';
import type { NpmSettings } from './npm-settings.js';
import { PackageFailure } from './package-failure.js';
import { withTarballsBelow } from './packument.js';
import type { RegistryRequests } from './registry-requests.js';

const maxPackumentBytes = 33_554_432;
const jsonLimits = { maxDepth: foreignJsonDepth, maxValues: 5_000_000 };
const forwarded = ['accept', 'authorization', 'user-agent', 'if-none-match', 'if-modified-since'] as const;
const returned = [
  ...['content-type', 'content-length', 'content-encoding', 'cache-control', 'etag', 'last-modified'],
] as const;
const longestShown = 200;

interface Registry {
  readonly base: URL;
  /** What npm takes for its address. */
  readonly prefix: string;
}

/**
 * The only way of npm to the network: a proxy on the loopback address that forwards requests to the registries of the settings, and nothing
 * else. npm fetches git repositories and tarballs of any address that a package names while it builds the lock, so that no check of the lock
 * comes early enough.
 *
 * npm is given `http://<host of the registry>/<word>/` as a registry, so that it sends the credentials of that host; the requests leave here
 * as https. The word is random: an address in a package cannot contain it, even one of the registry's own host.
 */
export class RegistryFront {
  private readonly word = randomBytes(24).toString('hex');
  private readonly authorization: Buffer;
  private readonly password = randomBytes(24).toString('hex');
  private readonly server: Server;
  private readonly registries: readonly Registry[];
  private readonly refusal = new AbortController();
  private refused: string | undefined;

  private constructor(
    private readonly settings: NpmSettings,
    private readonly requests: RegistryRequests,
  ) {
    this.authorization = Buffer.from(`Basic ${Buffer.from(`npm:${this.password}`).toString('base64')}`);
    this.registries = [settings.registry, ...settings.scopes.values()].map((address) => {
      const base = new URL(address);
      if (!base.pathname.endsWith('/')) base.pathname += '/';
      return { base, prefix: `http://${base.host}${base.pathname}${this.word}/` };
    });
    this.server = createServer((req, res) => {
      this.answer(req, res).catch(() => res.destroy());
    });
    this.server.on('connect', (req: IncomingMessage, socket: Duplex) => {
      socket.on('error', () => undefined);
      if (this.isFromNpm(req)) this.refuse(`https://${req.url ?? ''}`);
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
  }

  /** Rejects with a `PackageFailure` where npm does not reveal the way to a registry. */
  static async open(settings: NpmSettings, requests: RegistryRequests): Promise<RegistryFront> {
    const front = new RegistryFront(settings, requests);
    for (const { base } of front.registries) settings.proxyFor(base);
    front.server.listen(0, '127.0.0.1');
    await once(front.server, 'listening');
    return front;
  }

  /** Options of npm. Those of a command line come before all others. */
  get options(): readonly string[] {
    const [registry, ...scoped] = this.registries.map(({ prefix }) => prefix);
    return [
      `--registry=${registry ?? ''}`,
      ...[...this.settings.scopes.keys()].map((scope, at) => `--${scope}:registry=${scoped[at] ?? ''}`),
      // An empty one would be replaced by that of a file.
      '--noproxy=none.invalid',
    ];
  }

  /** Variables of npm: the command line of a process is not secret. */
  get environment(): Readonly<Record<string, string>> {
    const { port } = this.server.address() as AddressInfo;
    const proxy = `http://npm:${this.password}@127.0.0.1:${String(port)}/`;
    return { npm_config_proxy: proxy, npm_config_https_proxy: proxy };
  }

  /** npm has asked for something else, and would try again or go on without. */
  get refusedSignal(): AbortSignal {
    return this.refusal.signal;
  }

  /** Throws a `PackageFailure` when npm asked for anything that is not in a registry. */
  requireNoneRefused(): void {
    if (this.refused === undefined) return;
    throw new PackageFailure(
      'refused',
      `npm was to get ${this.refused}, and everything comes from the registry only`,
    );
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await this.requests.close();
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    res.on('error', () => undefined);
    if (!this.isFromNpm(req)) {
      res.writeHead(407).end();
      return;
    }
    const registry = this.registries.find(({ prefix }) => req.url?.startsWith(prefix));
    if (registry === undefined || req.method !== 'GET') {
      this.refuse(req.url ?? '');
      res.writeHead(403).end();
      return;
    }
    const below = this.pathBelow(req.url ?? '');
    try {
      await this.forward(registry, below, req, res);
    } catch (error) {
      if (error instanceof EgressDenied || (error as Error).cause instanceof EgressDenied)
        this.refuse(`${registry.base.href}${below}, which is elsewhere`);
      if (res.headersSent) throw error;
      res.writeHead(502).end();
    }
  }

  private async forward(
    { base, prefix }: Registry,
    below: string,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    const ended = new AbortController();
    res.once('close', () => {
      ended.abort();
    });
    const target = new URL((below.startsWith('/') ? base.origin : base.href) + below);
    const got = await this.requests.get(target, { headers: headersOf(req), signal: ended.signal });
    const head = Object.fromEntries(
      returned.flatMap((name) => {
        const value = got.headers[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
    if (got.statusCode !== 200 || !isPackument(below)) {
      res.writeHead(got.statusCode, head);
      await pipeline(got.body, res);
      return;
    }
    const bytes = Buffer.from(JSON.stringify(withTarballsBelow(await jsonOf(got), base, prefix)));
    res.writeHead(200, { ...head, 'content-length': String(bytes.length) }).end(bytes);
  }

  /** npm puts its registry in front of addresses of npm's public registry, also where it is there already. */
  private pathBelow(url: string): string {
    const mark = `/${this.word}/`;
    return url.slice(url.lastIndexOf(mark) + mark.length);
  }

  /** Other programs of the machine reach the port, too. */
  private isFromNpm({ headers }: IncomingMessage): boolean {
    const told = Buffer.from(headers['proxy-authorization'] ?? '');
    return told.length === this.authorization.length && timingSafeEqual(told, this.authorization);
  }

  private refuse(address: string): void {
    const shown = address.replace(/^(\w+:\/\/)[^/]*@/, '$1').replace(/[^\x20-\x7e]/g, '?');
    this.refused ??= shown.replaceAll(`${this.word}/`, '').slice(0, longestShown);
    this.refusal.abort();
  }
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const known = forwarded.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // What is packed could become more than its bytes.
  return { ...Object.fromEntries(known), 'accept-encoding': 'identity' };
}

function isPackument(below: string): boolean {
  try {
    return isPackageName(decodeURIComponent(below));
  } catch {
    return false;
  }
}

async function jsonOf({ body, headers }: Dispatcher.ResponseData): Promise<unknown> {
  body.on('error', () => undefined);
  const bytes = new ByteCollector();
  for await (const piece of body) {
    bytes.add(piece as Buffer);
    if (bytes.length > maxPackumentBytes) throw new Error('the packument is too large');
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Error('the packument is packed');
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.take());
  return inSlices(parsingForeignJson(text, jsonLimits, (part) => JSON.parse(part) as unknown));
}
