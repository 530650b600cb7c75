import { Injectable } from '@nestjs/common';
import { isIP } from 'node:net';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';

/** As whom browsers know the gateway when they make and show passkeys: by PUBLIC_URL, whatever a request says. */
@Injectable()
export class RelyingParty {
  constructor(private readonly config: Config) {}

  /** Where its pages are. */
  get origin(): string {
    return this.address.origin;
  }

  /** The name to which passkeys are bound. */
  get id(): string {
    return this.address.hostname;
  }

  /** Whether browsers have passkeys for it: they want a name, and https unless that is `localhost` (Web Authentication, §5.1.3). */
  get hasPasskeys(): boolean {
    const { protocol, hostname } = this.address;
    if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
    return protocol === 'https:' && !hostname.startsWith('[') && isIP(hostname) === 0;
  }

  /** Throws `passkeys-unavailable`. */
  requirePasskeys(): void {
    if (this.hasPasskeys) return;
    throw new Problem(
      'passkeys-unavailable',
      `Passkeys need https and a name, or the address localhost; people come here by ${this.origin}.`,
    );
  }

  private get address(): URL {
    return new URL(this.config.publicUrl);
  }
}
