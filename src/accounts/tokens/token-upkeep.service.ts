import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { isGrantId, isSessionCredential, type Role } from '../../kernel/principal.js';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';
import { Config } from '../../platform/config/config.js';
import { Signals } from '../../platform/database/signals.js';
import { OpenWork } from '../../platform/http/open-work.js';
import { Logger } from '../../platform/logging/logger.js';
import { isHeld, isLive, principalOf } from './access-token.js';
import { TokenMemory } from './token-memory.js';
import { TokenStore } from './token-store.port.js';

/** A token revoked by another process must be dead within five seconds, even when its signal was lost. */
const everyMs = 2000;
const chunk = 500;
const storeUsesAfterMs = 60_000;
/** Signals of so long are looked into together: a person's tokens are revoked at once. */
const gatherMs = 50;

/**
 * In the background: notices what others did to the tokens in memory and to those under which something is open, ends what is open
 * under dead ones, and writes down when tokens were used.
 */
@Injectable()
export class TokenUpkeep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds = new PeriodicJob(() => this.run());
  private comparedAt = 0;
  private suspects = new Set<string>();
  private gathering: NodeJS.Timeout | undefined;

  constructor(
    private readonly memory: TokenMemory,
    private readonly store: TokenStore,
    private readonly open: OpenWork,
    private readonly signals: Signals,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.comparedAt = performance.now();
    this.rounds.start(everyMs);
    this.signals.on('token', (id) => {
      this.memory.forget(id);
      this.suspect(id);
    });
    this.signals.onGap(() => void this.rounds.begin());
  }

  /** Writes what is left to write, while there is a database. */
  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.gathering);
    await this.rounds.stop();
    await this.storeUses(0).catch((error: unknown) => {
      this.logger.warn('token-uses.lost', { error });
    });
  }

  /** One round; never rejects. */
  async run(): Promise<void> {
    try {
      await this.compare();
      await this.storeUses(storeUsesAfterMs);
      this.comparedAt = performance.now();
    } catch (error) {
      this.logger.warn('tokens.unchecked', { error });
      if (performance.now() - this.comparedAt > this.config.values.TOKEN_TRUST_MS) this.memory.clear();
    }
  }

  private suspect(id: string): void {
    this.suspects.add(id);
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      const { suspects } = this;
      this.suspects = new Set();
      const ids = [...this.open.credentials()].filter((open) => suspects.has(open));
      // What cannot be read now is compared in the next round.
      this.compare(ids).catch(() => undefined);
    }, gatherMs);
  }

  private async compare(
    credentials: readonly string[] = [
      ...new Set([...this.memory.ids(this.clock.now()), ...this.open.credentials()]),
    ],
  ): Promise<void> {
    const grants = credentials.filter(isGrantId);
    const tokens = credentials.filter(
      (credential) => !isGrantId(credential) && !isSessionCredential(credential),
    );
    const roles = new Map<string, Role>();
    for (let start = 0; start < tokens.length; start += chunk)
      await this.compareTokens(tokens.slice(start, start + chunk), roles);
    for (let start = 0; start < grants.length; start += chunk)
      await this.compareGrants(grants.slice(start, start + chunk), roles);
    this.open.endOutdated(roles);
  }

  /** `roles`: of the owners of those that live, taken down by credential. */
  private async compareTokens(asked: readonly string[], roles: Map<string, Role>): Promise<void> {
    const found = await this.store.listByIds(asked);
    const now = this.clock.now();
    this.memory.refresh(asked, found, now);
    const rows = new Map(found.map((row) => [row.token.id, row]));
    for (const id of asked) {
      const row = rows.get(id);
      // Something open is a use.
      const isOpen = row !== undefined && isLive({ ...row.token, lastUsedAt: now }, now);
      if (row?.standing !== undefined) roles.set(id, row.standing.role);
      if (isOpen && principalOf(row) !== undefined) continue;
      // A call is not cut off because a token's hour is over: its program has the next one.
      const isRenewed = row !== undefined && isHeld(row, this.config.values.OAUTH_REFRESH_DAYS, now);
      this.open.end(id, isRenewed ? 'endless' : 'all');
    }
  }

  /** What outlasts requests of a program, as sessions do, goes on with its next token. */
  private async compareGrants(asked: readonly string[], roles: Map<string, Role>): Promise<void> {
    const newest = await this.store.listNewestOfGrants(asked);
    const now = this.clock.now();
    const alive = newest.filter((row) => isHeld(row, this.config.values.OAUTH_REFRESH_DAYS, now));
    const ids = new Set(alive.map(({ token }) => token.grantId));
    for (const id of asked) if (!ids.has(id)) this.open.end(id);
    for (const { token, standing } of alive)
      if (token.grantId !== null && standing !== undefined) roles.set(token.grantId, standing.role);
  }

  private async storeUses(ageMs: number): Promise<void> {
    let uses: ReturnType<TokenMemory['takeUses']>;
    do {
      uses = this.memory.takeUses(ageMs, this.clock.now(), chunk);
      if (uses.length > 0) await this.store.touch(uses);
    } while (uses.length === chunk);
  }
}
