import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { Config } from '../config/config.js';
import type { RequestContext } from '../http/request-context.js';

/**
 * `session`: who is signed in. `form`: ties a form to the browser of somebody who is not. `browser`: somebody has signed in here before; it
 * proves nothing else. `sign-in`: it was sent to an issuer and is to come back, or asked for a passkey.
 */
export type CookieName = 'session' | 'form' | 'browser' | 'sign-in';

const valueForm = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * The cookies of the pages: `HttpOnly`, `SameSite=Lax`, for this host only; on https with the `__Host-` prefix (RFC 6265bis §4.1.3), which
 * keeps sibling domains and plain http from setting them.
 */
@Injectable()
export class PageCookies {
  constructor(private readonly config: Config) {}

  read(req: IncomingMessage, name: CookieName): string | undefined {
    const wanted = this.fullName(name);
    for (const pair of (req.headers.cookie ?? '').split(';')) {
      const equals = pair.indexOf('=');
      if (pair.slice(0, equals).trim() !== wanted) continue;
      const value = pair.slice(equals + 1).trim();
      return valueForm.test(value) ? value : undefined;
    }
    return undefined;
  }

  /** Without `maxAgeMs` it lives as long as the browser. */
  set(context: RequestContext, name: CookieName, value: string, maxAgeMs?: number): void {
    const age = maxAgeMs === undefined ? '' : `; Max-Age=${String(Math.floor(maxAgeMs / 1000))}`;
    context.setHeader(
      'set-cookie',
      `${this.fullName(name)}=${value}; Path=/; HttpOnly; SameSite=Lax${age}${this.secure ? '; Secure' : ''}`,
    );
  }

  clear(context: RequestContext, name: CookieName): void {
    this.set(context, name, '', 0);
  }

  /** Whether they travel by https alone. */
  get secure(): boolean {
    return this.config.publicUrl.startsWith('https:');
  }

  private fullName(name: CookieName): string {
    return `${this.secure ? '__Host-' : ''}gantry-${name}`;
  }
}
