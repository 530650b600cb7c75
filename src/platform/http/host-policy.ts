import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../config/config.js';

/**
 * Refuses requests that a browser was tricked into sending: a `Host` that is not ours (DNS rebinding) and a foreign `Origin`.
 * IP literals and single-label names are always ours, since no attacker's DNS can answer for them. Checks of load balancers in HTTP/1.0,
 * which no browser speaks, may leave the Host out (RFC 9112 §3.2).
 */
@Injectable()
export class HostPolicy {
  private readonly hosts: ReadonlySet<string>;
  private readonly origins: ReadonlySet<string>;

  constructor(private readonly config: Config) {
    const { PUBLIC_URL, ALLOWED_HOSTS, ALLOWED_ORIGINS } = config.values;
    this.hosts = new Set(
      [...ALLOWED_HOSTS, ...(PUBLIC_URL === undefined ? [] : [new URL(PUBLIC_URL).hostname])].map((host) =>
        host.toLowerCase(),
      ),
    );
    this.origins = new Set(ALLOWED_ORIGINS.map((origin) => origin.toLowerCase()));
  }

  /** Throws `misdirected-request`, `origin-not-allowed`, or `invalid-request` for two Hosts. */
  check(req: IncomingMessage): void {
    this.checkHost(req);
    const { origin } = req.headers;
    if (origin === undefined || this.allowsOrigin(origin)) return;
    if (!this.isOwnOrigin(req, origin))
      throw new Problem(
        'origin-not-allowed',
        'The Origin header names a site that may not call this gateway.',
      );
  }

  /** For what pages of any site may use. Throws `misdirected-request`, or `invalid-request` for two Hosts, of which a proxy may have read the other. */
  checkHost(req: IncomingMessage): void {
    if (hasTwoHosts(req)) throw new Problem('invalid-request', 'There is more than one Host header.');
    const host = req.headers.host?.toLowerCase();
    if (host === undefined ? req.httpVersion !== '1.0' : !this.isOurs(hostname(host)))
      throw new Problem(
        'misdirected-request',
        host === undefined
          ? 'There is no Host header.'
          : `This gateway does not answer to the host "${host.slice(0, 100)}".`,
      );
  }

  /** Whether the request comes from a page of this gateway itself. */
  isOwnOrigin(req: IncomingMessage, origin: string): boolean {
    const given = origin.toLowerCase();
    const host = req.headers.host?.toLowerCase() ?? '';
    return (
      given === `http://${host}` ||
      given === `https://${host}` ||
      given === new URL(this.config.publicUrl).origin
    );
  }

  /** Whether a page of another site may read our answers (CORS). */
  allowsOrigin(origin: string): boolean {
    return this.origins.has(origin.toLowerCase()) || origin === new URL(this.config.publicUrl).origin;
  }

  private isOurs(name: string): boolean {
    return !name.includes('.') || isIP(name) !== 0 || this.hosts.has(name) || name.endsWith('.localhost');
  }
}

/** RFC 9112 §3.2: Node gives the first and says nothing of others. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count > 1;
}

function hostname(host: string): string {
  if (host.startsWith('[')) return host.slice(1, host.indexOf(']'));
  const colon = host.indexOf(':');
  return colon < 0 ? host : host.slice(0, colon);
}
