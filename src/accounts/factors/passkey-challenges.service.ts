import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Keyring } from '../../platform/security/keyring.js';
import { PasskeyStore } from './passkey-store.port.js';

/** What a browser is asked for. */
export type PasskeyWish = 'passkey to make' | 'passkey to show';

/** Challenges for passkeys: each good once, for five minutes, for what and for whom it was made. */
@Injectable()
export class PasskeyChallenges {
  readonly livesMs = 300_000;

  constructor(
    private readonly store: PasskeyStore,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  /** `holder`: a secret of the browser, or its session. */
  open(wish: PasskeyWish, challenge: string, holder: string): Promise<void> {
    const now = this.clock.now();
    const digest = this.keyring.digest(wish, `${challenge} ${holder}`);
    return this.store.openChallenge(digest, now + this.livesMs, now);
  }

  /** `false` when it was not made for this, was answered before, or is too old. */
  close(wish: PasskeyWish, challenge: string, holder: string): Promise<boolean> {
    const digests = this.keyring.digests(wish, `${challenge} ${holder}`);
    return this.store.closeChallenge(digests, this.clock.now());
  }
}
