import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import type { SignInProvider } from '../../platform/config/values/sign-in-providers.js';
import { Logger } from '../../platform/logging/logger.js';
import { Keyring } from '../../platform/security/keyring.js';
import { Audit, type Origin } from '../audit/audit.service.js';
import { InvitationStore, type Invitation } from '../joining/invitation-store.port.js';
import { Invitations } from '../joining/invitations.service.js';
import { Accounts } from '../people/accounts.service.js';
import type { User } from '../people/person.js';
import { withWayBack } from '../sign-in/way-back.js';
import { randomBase62 } from '../tokens/token-format.js';
import { Arrivals } from './arrivals.service.js';
import { AttemptStore, type SignInAttempt } from './attempt-store.port.js';
import type { SignInTies } from './identity-provider.port.js';
import { IdentityProviders } from './identity-providers.service.js';
import { refusalCause } from './issuer-fetch.js';
import type { ProvenPerson } from './proven-person.js';

const attemptMs = 600_000;
const purposes = { state: 'sign-in state', nonce: 'sign-in nonce', verifier: 'sign-in verifier' };

/** What somebody wants to do once they are signed in. */
export interface SignInWish {
  /** The path to go on to. */
  readonly next: string;
  /** The code of an invitation to accept. */
  readonly invitation?: string | undefined;
}

/** Sends browsers to issuers and takes them in when they come back: once, in ten minutes, to the browser that was sent. */
@Injectable()
export class ProviderSignIns {
  constructor(
    private readonly attempts: AttemptStore,
    private readonly arrivals: Arrivals,
    private readonly invitations: Invitations,
    private readonly invitationStore: InvitationStore,
    private readonly providers: IdentityProviders,
    private readonly accounts: Accounts,
    private readonly audit: Audit,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /**
   * Where to send a browser, which is told apart by a secret of its own. Throws `provider-not-found`, `link-expired`, `sign-in-refused`,
   * `sign-in-unavailable`.
   */
  begin(id: string, wish: SignInWish, browser: string, origin: Origin): Promise<string> {
    const provider = this.providers.get(id);
    return this.recorded(provider, origin, () => this.send(provider, wish, browser));
  }

  /** Who came back to where. Throws `provider-not-found`, `form-expired`, `sign-in-refused`, `sign-in-unavailable`. */
  finish(
    id: string,
    answer: URLSearchParams,
    browser: string,
    origin: Origin,
  ): Promise<{ readonly user: User; readonly next: string }> {
    const provider = this.providers.get(id);
    return this.recorded(provider, origin, async () => {
      const state = answer.get('state') ?? '';
      const attempt = await this.take(state, browser);
      if (attempt?.provider !== id)
        throw new Problem('form-expired', 'This browser has not begun this sign-in: begin again.');
      const user = await withWayBack(attempt.next, async () => {
        const said = answer.get('error');
        if (said !== null)
          throw new Problem('sign-in-refused', `${provider.label} did not let you in.`, {
            cause: new Error(said),
          });
        const ties = this.ties(provider, state, browser);
        const person = await this.providers.adapterOf(provider).finish(provider, answer, ties);
        const invitation = await this.invitationFor(attempt, provider, person);
        return this.arrivals.admit({ provider, person, invitation }, origin);
      });
      return { user, next: attempt.next };
    });
  }

  private async send(
    provider: SignInProvider,
    { next, invitation }: SignInWish,
    browser: string,
  ): Promise<string> {
    const open = invitation === undefined ? undefined : await this.invitations.get(invitation);
    const state = randomBase62(32);
    const address = await this.providers
      .adapterOf(provider)
      .begin(provider, this.ties(provider, state, browser));
    const now = this.clock.now();
    const attempt = {
      stateDigest: this.keyring.digest(purposes.state, `${state} ${browser}`),
      ...{ provider: provider.id, next, invitationDigest: open?.invitation.codeDigest ?? null },
      expiresAt: now + attemptMs,
    };
    await this.attempts.insert(attempt, now);
    return address;
  }

  /** Nobody but who has the browser's cookie and our key can make them anew, so that they are kept nowhere. */
  private ties({ id }: SignInProvider, state: string, browser: string): SignInTies {
    return {
      returnAddress: `${this.config.publicUrl}/oauth/sign-in/${id}/callback`,
      state,
      nonce: this.keyring.digest(purposes.nonce, `${state} ${browser}`),
      verifier: this.keyring.digest(purposes.verifier, `${state} ${browser}`),
    };
  }

  private async take(state: string, browser: string): Promise<SignInAttempt | undefined> {
    const attempt = await this.attempts.take(this.keyring.digest(purposes.state, `${state} ${browser}`));
    return attempt === undefined || attempt.expiresAt <= this.clock.now() ? undefined : attempt;
  }

  /** That which somebody came to accept, as far as it is theirs. */
  private async invitationFor(
    { invitationDigest }: SignInAttempt,
    provider: SignInProvider,
    person: ProvenPerson,
  ): Promise<Invitation | undefined> {
    if (invitationDigest === null) return undefined;
    const invitation = await this.invitationStore.find(invitationDigest);
    if (invitation === undefined || invitation.expiresAt <= this.clock.now())
      throw new Problem('link-expired');
    if (!person.emailVerified || person.email !== invitation.email)
      throw new Problem(
        'sign-in-refused',
        `The invitation is for ${invitation.email}, which ${provider.label} does not say is yours.`,
      );
    return invitation;
  }

  /** Each refusal has its cause in the log and in the operator's audit log: whoever it was has no account yet, or none that may know of it. */
  private async recorded<T>({ id }: SignInProvider, origin: Origin, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.logger.warn('sign-in.refused', { provider: id, requestId: origin.requestId, error });
      const accountId = await this.accounts.findOperatorId();
      const cause = refusalCause(error);
      const details = { provider: id, reason: error.detail ?? error.code, ...(cause && { cause }) };
      if (accountId !== undefined)
        await this.audit.append({ accountId, action: 'user.login-failed', details }, origin);
      throw error;
    }
  }
}
