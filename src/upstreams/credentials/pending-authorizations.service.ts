import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { ConnectionOwner } from '../../kernel/caller.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Keyring } from '../../platform/security/keyring.js';
import type { Visit } from './connections.port.js';
import { AuthorizationStore } from './store/authorization-store.port.js';

const purpose = { state: 'upstream state', session: 'upstream session', seal: 'upstream authorization' };
const lifeMs = 600_000;
/** Of one person at a time; beyond it the oldest make room. */
const maxPending = 20;

/** What is remembered of a browser until it comes back. */
export interface PendingWish {
  readonly serverId: string;
  /** The app that declares the server or uses the connection. */
  readonly appId?: string | undefined;
  /** As the person named the server. */
  readonly handle: string;
  readonly owner: ConnectionOwner;
  /** Of the server, at that time. */
  readonly address: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly resource?: string | undefined;
  readonly scopes: readonly string[];
  readonly verifier: string;
  readonly returnTo?: string | undefined;
}

/** Browsers on their way to an authorization server and back: each comes back once, within ten minutes, and to whom it belongs. */
@Injectable()
export class PendingAuthorizations {
  constructor(
    private readonly store: AuthorizationStore,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  newState(): string {
    return randomBytes(32).toString('base64url');
  }

  async begin(state: string, { userId, sessionId }: Visit, wish: PendingWish): Promise<void> {
    const id = this.keyring.digest(purpose.state, state);
    const now = this.clock.now();
    const pending = {
      ...{ id, userId, createdAt: now, expiresAt: now + lifeMs },
      sessionDigest: this.keyring.digest(purpose.session, sessionId),
      sealed: this.keyring.seal(purpose.seal, id, JSON.stringify(wish)),
    };
    await this.store.insert(pending, maxPending);
  }

  /** Throws `form-expired`; another person's browser uses nothing up. */
  async take(state: string, { userId, sessionId }: Visit): Promise<PendingWish> {
    const found = await this.store.find(this.keyring.digests(purpose.state, state));
    const isTheirs =
      found?.userId === userId && this.keyring.matches(purpose.session, sessionId, found.sessionDigest);
    if (!isTheirs || found.expiresAt <= this.clock.now() || !(await this.store.take(found.id)))
      throw new Problem(
        'form-expired',
        'This answer belongs to nothing that was begun in this browser, was used before, or came too late. Begin again.',
      );
    return JSON.parse(this.keyring.open(purpose.seal, found.id, found.sealed)) as PendingWish;
  }

  /** Whether there may be more. */
  async removeExpired(limit: number): Promise<boolean> {
    return (await this.store.removeExpired(this.clock.now(), limit)) === limit;
  }
}
