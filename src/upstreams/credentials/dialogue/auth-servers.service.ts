import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/pacing/clock.js';
import { AuthDiscovery, type Discovered } from './auth-discovery.port.js';
import { authPlaceOf, type AuthedServer } from './auth-place.js';

const keptMs = 300_000;
const maxKept = 1000;

interface Kept {
  readonly found: Discovered;
  readonly until: number;
}

/** Which authorization server a server names; asked once in five minutes, and anew when the server refuses a token. Failures are not kept. */
@Injectable()
export class AuthServers {
  private readonly kept = new Map<string, Kept>();
  private readonly asking = new Map<string, Promise<Discovered>>();

  constructor(
    private readonly discovery: AuthDiscovery,
    private readonly clock: Clock,
  ) {}

  /** Rejects with an `OAuthFailure`. `preferred`: of several, this one if it is still among them, or if the server names none. */
  find(asked: AuthedServer, preferred?: string): Promise<Discovered> {
    const { server } = asked;
    const key = keyOf(server) + (preferred ?? '');
    const kept = this.kept.get(key);
    if (kept !== undefined && this.clock.now() < kept.until) return Promise.resolve(kept.found);
    let asking = this.asking.get(key);
    if (asking === undefined) {
      asking = this.ask(key, asked, preferred).finally(() => this.asking.delete(key));
      this.asking.set(key, asking);
    }
    return asking;
  }

  /** Looks again the next time: it may have moved. */
  forget(server: AuthedServer['server']): void {
    const of = keyOf(server);
    for (const key of this.kept.keys()) if (key.startsWith(of)) this.kept.delete(key);
  }

  private async ask(key: string, asked: AuthedServer, preferred: string | undefined): Promise<Discovered> {
    const place = authPlaceOf(asked);
    const { resourceMetadata, scopes } = await this.discovery.challenge(place);
    const discovered = await this.discovery.discover({ ...place, preferred, resourceMetadata });
    // What it asks for itself is more to the point than all that there is.
    const found = scopes.length === 0 ? discovered : { ...discovered, scopes };
    this.kept.delete(key);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size < maxKept) break;
      this.kept.delete(oldest);
    }
    this.kept.set(key, { found, until: this.clock.now() + keptMs });
    return found;
  }
}

function keyOf({ id, fingerprint }: AuthedServer['server']): string {
  return JSON.stringify([id, fingerprint]);
}
