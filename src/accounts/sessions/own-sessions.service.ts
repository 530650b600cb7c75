import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Database } from '../../platform/database/database.js';
import { Audit, type Origin } from '../audit/audit.service.js';
import { KnownBrowsers } from './known-browsers.js';
import { SessionStore, type Session } from './session-store.port.js';
import { Sessions } from './sessions.service.js';

/** Beyond it the oldest are not shown; ending all others ends them too. */
const maxShown = 200;

/** The browsers that somebody is signed in with, to be looked at and ended by themselves. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly store: SessionStore,
    private readonly sessions: Sessions,
    private readonly memory: KnownBrowsers,
    private readonly audit: Audit,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list({ userId }: UserPrincipal): Promise<Session[]> {
    return this.store.listOf(userId, this.clock.now(), maxShown);
  }

  /** Throws `browser-session-not-found`, also for those of others. */
  async end(principal: UserPrincipal, id: string, origin: Origin): Promise<void> {
    await this.database.write(async () => {
      if (!(await this.store.removeOne(principal.userId, id))) throw new Problem('browser-session-not-found');
      await this.audit.record(principal, { action: 'session.ended', target: id }, origin);
    });
    this.memory.forget(id);
  }

  /** All but the one that the request was made with. */
  async endOthers(principal: UserPrincipal, origin: Origin): Promise<void> {
    const { userId, tokenId, session } = principal;
    await this.database.write(async () => {
      await this.sessions.endAllOf(userId, session === undefined ? undefined : tokenId);
      await this.audit.record(principal, { action: 'sessions.ended', target: userId }, origin);
    });
  }
}
