import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import { Rounds } from '../kernel/rounds.js';
import { Config } from '../platform/config/config.js';
import { Signals } from '../platform/database/signals.js';
import { Logger } from '../platform/logging/logger.js';
import { TokenMemory } from './token-memory.js';
import { TokenStore } from './token-store.port.js';

/** A token revoked by another process must be dead within five seconds, even when its signal was lost. */
const everyMs = 2000;
const chunk = 500;
const storeUsesAfterMs = 60_000;

/** In the background: notices what other processes did to the tokens in memory, and writes down when tokens were used. */
@Injectable()
export class TokenUpkeep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds = new Rounds(() => this.run());
  private comparedAt = 0;

  constructor(
    private readonly memory: TokenMemory,
    private readonly store: TokenStore,
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
    });
    this.signals.onGap(() => void this.rounds.begin());
  }

  /** Writes what is left to write, while there is a database. */
  async beforeApplicationShutdown(): Promise<void> {
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

  private async compare(): Promise<void> {
    const ids = this.memory.ids(this.clock.now());
    for (let start = 0; start < ids.length; start += chunk) {
      const asked = ids.slice(start, start + chunk);
      this.memory.refresh(asked, await this.store.listByIds(asked), this.clock.now());
    }
  }

  private async storeUses(ageMs: number): Promise<void> {
    let uses: ReturnType<TokenMemory['takeUses']>;
    do {
      uses = this.memory.takeUses(ageMs, this.clock.now(), chunk);
      if (uses.length > 0) await this.store.touch(uses);
    } while (uses.length === chunk);
  }
}
