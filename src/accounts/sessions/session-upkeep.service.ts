import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';
import { isSessionCredential, type Role } from '../../kernel/principal.js';
import { Config } from '../../platform/config/config.js';
import { Signals } from '../../platform/database/signals.js';
import { OpenWork } from '../../platform/http/open-work.js';
import { Logger } from '../../platform/logging/logger.js';
import { membershipIn, type Membership } from '../people/person.js';
import { KnownBrowsers } from './known-browsers.js';
import { lacksFactor } from './required-factor.js';
import { SessionPlaces } from './session-places.service.js';
import { SessionStore, type Session } from './session-store.port.js';

/** A browser that was signed out must be so everywhere within five seconds, even when the signal of it was lost. */
const everyMs = 2000;
const chunk = 500;

/**
 * In the background: notices that browsers were signed out, or their people taken out of an account, and ends what is open under them; what
 * tokens have `TokenUpkeep` for.
 */
@Injectable()
export class SessionUpkeep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds = new PeriodicJob(() => this.run());
  private comparedAt = 0;

  constructor(
    private readonly memory: KnownBrowsers,
    private readonly store: SessionStore,
    private readonly places: SessionPlaces,
    private readonly open: OpenWork,
    private readonly signals: Signals,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.comparedAt = performance.now();
    this.rounds.start(everyMs);
    this.signals.on('session', (id) => {
      if (id.startsWith('usr_')) this.memory.forgetUser(id);
      else this.memory.forget(id);
      void this.rounds.begin();
    });
    this.signals.onGap(() => void this.rounds.begin());
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.rounds.stop();
  }

  /** One round; never rejects. */
  async run(): Promise<void> {
    try {
      await this.compare();
      this.comparedAt = performance.now();
    } catch (error) {
      this.logger.warn('sessions.unchecked', { error });
      if (performance.now() - this.comparedAt > this.config.values.TOKEN_TRUST_MS) this.memory.clear();
    }
  }

  private async compare(): Promise<void> {
    const credentials = [...this.open.credentials()].filter(isSessionCredential);
    const open = new Map<string, string[]>();
    for (const credential of credentials) {
      const id = credential.slice(0, credential.indexOf(' '));
      open.set(id, [...(open.get(id) ?? []), credential]);
    }
    const ids = [...new Set([...this.memory.ids(this.clock.now()), ...open.keys()])];
    for (let start = 0; start < ids.length; start += chunk)
      await this.compareSome(ids.slice(start, start + chunk), open);
  }

  private async compareSome(
    ids: readonly string[],
    open: ReadonlyMap<string, readonly string[]>,
  ): Promise<void> {
    const sessions = new Map((await this.store.listByIds(ids)).map((session) => [session.id, session]));
    const memberships = await this.places.listAll([...sessions.values()]);
    const now = this.clock.now();
    const roles = new Map<string, Role>();
    for (const id of ids) {
      const session = sessions.get(id);
      const isLive = session !== undefined && now < session.expiresAt;
      const places = isLive ? (memberships.get(id) ?? []) : [];
      if (places.length === 0) this.memory.forget(id);
      else this.memory.refresh(id, places);
      for (const credential of open.get(id) ?? []) {
        const place = membershipIn(places, credential.slice(id.length + 1));
        if (place !== undefined) roles.set(credential, place.role);
        if (!isOpen(session, place)) this.open.end(credential);
      }
    }
    this.open.endOutdated(roles);
  }
}

function isOpen(session: Session | undefined, place: Membership | undefined): boolean {
  return session !== undefined && place !== undefined && !lacksFactor(session, place);
}
