import { Injectable } from '@nestjs/common';
import { TokenMemory } from './token-memory.js';
import { TokenStore } from './token-store.port.js';

/** When programs were there last, by their tokens. */
@Injectable()
export class GrantUses {
  constructor(
    private readonly store: TokenStore,
    private readonly memory: TokenMemory,
  ) {}

  /** When each of these grants was used last, by milliseconds since the epoch; without those that never were. */
  async listLast(grantIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const uses = new Map(grantIds.length === 0 ? [] : await this.store.lastUsesOfGrants(grantIds));
    for (const [grantId, at] of this.memory.usesOfGrants(new Set(grantIds)))
      if (at > (uses.get(grantId) ?? 0)) uses.set(grantId, at);
    return uses;
  }
}
