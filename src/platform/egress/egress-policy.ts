import { Injectable } from '@nestjs/common';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { buildConnector, Pool, type Dispatcher } from 'undici';
import { proxyFor } from '../../kernel/network/forward-proxy.js';
import { Config } from '../config/config.js';
import { AddressLookup, type ResolvedAddress } from './address-lookup.port.js';
import { kindOfAddress } from './address-kind.js';
import { openTunnel } from './proxy-tunnel.js';
import { bareHost, EgressAllowList, isInRange } from './egress-allow.js';

/** Who declared an address: what the operator declared is allowed by being declared, tenants reach the internet only. */
export type EgressTrust = 'operator' | 'tenant';

type TlsOptions = Pick<ConnectionOptions, 'ca' | 'rejectUnauthorized'>;

/** The policy forbids an address. Nothing has been sent to it. */
export class EgressDenied extends Error {
  override readonly name = 'EgressDenied';
  readonly code = 'EGRESS_DENIED';

  constructor() {
    super('the address of the server may not be reached from here');
  }
}

/** These lead to the machine itself, whatever a resolver says (RFC 6761 §6.3). */
const loopbackName = /(?:^|\.)localhost\.?$/i;

/**
 * Decides which addresses the gateway connects to, and gives out the connections. An address is judged before it is connected to, and
 * it is that very address that is connected to: a name that answers differently the next time changes nothing. Addresses that hand out
 * the credentials of the machine are closed to everybody.
 */
@Injectable()
export class EgressPolicy {
  private readonly allowed: EgressAllowList;
  private readonly proxies: Readonly<Record<string, string | undefined>>;

  constructor(
    config: Config,
    private readonly lookup: AddressLookup,
  ) {
    const { EGRESS_ALLOW, HTTP_PROXY, HTTPS_PROXY, NO_PROXY } = config.values;
    this.allowed = new EgressAllowList(EGRESS_ALLOW);
    this.proxies = { HTTP_PROXY, HTTPS_PROXY, NO_PROXY };
  }

  /** Sends to the origin of `url` only. Requests fail with `EgressDenied` where the policy forbids it. `tls`: how certificates are verified. */
  dispatcherFor(url: URL, trust: EgressTrust, connectTimeoutMs: number, tls: TlsOptions = {}): Dispatcher {
    return new Pool(url.origin, {
      connect: this.connectorFor(url, trust, { timeout: connectTimeoutMs, ...tls }),
      pipelining: 1,
      // Below the five seconds of uvicorn, which does not tell them; a server's own `Keep-Alive` goes first.
      keepAliveTimeout: 4000,
    });
  }

  /** Throws `EgressDenied` when `url` leads where `trust` may not go now, and the system's error when its name has no address. */
  async check(url: URL, trust: EgressTrust): Promise<void> {
    await this.addressesOf(bareHost(url.hostname), portOf(url), trust);
  }

  /** Judges before, at and after connecting; TLS begins only when the socket has been found to lead to the right place. */
  private connectorFor(
    url: URL,
    trust: EgressTrust,
    options: TlsOptions & { readonly timeout: number },
  ): buildConnector.connector {
    const hostname = bareHost(url.hostname);
    const port = portOf(url);
    const connect = buildConnector({
      ...options,
      autoSelectFamily: true,
      lookup: this.lookupFor(port, trust),
    });
    const proxy = proxyFor(url, this.proxies, isInRange);
    return (asked, callback) => {
      if (isIP(hostname) !== 0 && !this.permits(hostname, hostname, port, trust)) {
        callback(new EgressDenied(), null);
        return;
      }
      const begin = (socket: Socket) => {
        if (url.protocol === 'https:') connect({ ...asked, hostname, port, httpSocket: socket }, callback);
        else callback(null, socket);
      };
      const goDirectly = () => {
        connect({ ...asked, hostname, port, protocol: 'http:' }, (error, socket) => {
          if (error !== null) callback(error, null);
          else if (this.permits(hostname, socket.remoteAddress ?? '', port, trust)) begin(socket);
          else {
            socket.destroy();
            callback(new EgressDenied(), null);
          }
        });
      };
      if (proxy === undefined) {
        goDirectly();
        return;
      }
      this.leavesNetwork(hostname, port, trust)
        .then(async (leaves) => {
          if (!leaves) goDirectly();
          else {
            const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
            begin(await openTunnel(`${host}:${port}`, proxy, AbortSignal.timeout(options.timeout)));
          }
        })
        .catch((error: unknown) => {
          callback(error as Error, null);
        });
    };
  }

  /**
   * Whether a host is for the proxy: one with a public address, and for the operator one that only the proxy can look up. Throws
   * `EgressDenied`, and for tenants the error of the lookup: what this machine cannot judge is not asked of the proxy.
   */
  private async leavesNetwork(hostname: string, port: string, trust: EgressTrust): Promise<boolean> {
    try {
      const addresses = await this.addressesOf(hostname, port, trust);
      return addresses.some(({ address }) => kindOfAddress(address) === 'public');
    } catch (error) {
      if (error instanceof EgressDenied || trust === 'tenant') throw error;
      return true;
    }
  }

  private lookupFor(port: string, trust: EgressTrust): LookupFunction {
    return (hostname, { all }, found) => {
      this.addressesOf(hostname, port, trust).then(
        (addresses) => {
          const [first] = addresses;
          if (all === true) found(null, [...addresses]);
          else found(null, first?.address ?? '', first?.family);
        },
        (error: unknown) => {
          found(error as NodeJS.ErrnoException, '');
        },
      );
    };
  }

  /** The addresses of a host, none of which is forbidden. */
  private async addressesOf(
    hostname: string,
    port: string,
    trust: EgressTrust,
  ): Promise<readonly ResolvedAddress[]> {
    if (loopbackName.test(hostname) && !this.permits(hostname, '127.0.0.1', port, trust))
      throw new EgressDenied();
    const family = isIP(hostname);
    const addresses =
      family === 0
        ? await this.lookup.resolve(hostname)
        : [{ address: hostname, family: family === 6 ? (6 as const) : (4 as const) }];
    if (
      addresses.length === 0 ||
      !addresses.every(({ address }) => this.permits(hostname, address, port, trust))
    )
      throw new EgressDenied();
    return addresses;
  }

  private permits(hostname: string, address: string, port: string, trust: EgressTrust): boolean {
    switch (kindOfAddress(address)) {
      case 'metadata':
        return false;
      case 'public':
        return true;
      case 'private':
        return trust === 'operator' || this.allowed.allows(hostname, address, port);
    }
  }
}

function portOf({ port, protocol }: { readonly port?: string; readonly protocol: string }): string {
  return port === undefined || port === '' ? (protocol === 'https:' ? '443' : '80') : port;
}
