import { Injectable } from '@nestjs/common';
import type { Origin } from '../../accounts/audit/audit.service.js';
import { People } from '../../accounts/people/people.service.js';
import { membershipIn, type Membership } from '../../accounts/people/person.js';
import { Sessions, type SignedIn } from '../../accounts/sessions/sessions.service.js';
import { SignOuts } from '../../accounts/sign-in/sign-outs.service.js';
import { randomBase62 } from '../../accounts/tokens/token-format.js';
import { newId } from '../../kernel/id.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Database } from '../../platform/database/database.js';
import { Keyring } from '../../platform/security/keyring.js';
import { isSameResource, type Agreement, type Choice, type ProgramGrant } from '../grants/program-grant.js';
import { ProgramGrantStore } from '../grants/program-grant-store.port.js';
import { OAuthTrail } from '../protocol/oauth-trail.service.js';
import { codeLifetimeMs } from './authorization-code.js';
import type { JudgedRequest } from './authorizations.service.js';
import { CodeStore } from './code-store.port.js';
import { Reach, type ResolvedResource } from './reach.port.js';

/** What authorization codes are kept by. */
export const codePurpose = 'authorization code';

/** An account in which a person can let the program in. */
export interface Offer {
  readonly membership: Membership;
  /** What the request names; `undefined`: all endpoints for programs. */
  readonly resource: ResolvedResource | undefined;
  /** What the program was let in to before. */
  readonly former: ProgramGrant | undefined;
}

/** The person's side of an authorization: where the program can be let in, and what was decided. */
@Injectable()
export class Consents {
  constructor(
    private readonly codes: CodeStore,
    private readonly grants: ProgramGrantStore,
    private readonly reach: Reach,
    private readonly people: People,
    private readonly sessions: Sessions,
    private readonly trail: OAuthTrail,
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    signOuts: SignOuts,
  ) {
    signOuts.endLoginsWith((userId, accountId) => codes.removeOf(userId, accountId));
  }

  /** The accounts of the person in which there is what the request names; none when there is no such thing. */
  async offers({ user, memberships }: SignedIn, request: JudgedRequest): Promise<Offer[]> {
    const granted = await this.grants.listOfClient(user.id, request.client.id, this.clock.now());
    const offers: Offer[] = [];
    for (const membership of memberships) {
      const accountId = membership.account.id;
      const resource =
        request.resource === undefined
          ? undefined
          : await this.reach.resolve(request.resource, accountId, user.id);
      if (request.resource !== undefined && resource === undefined) continue;
      const former = granted.find(
        (grant) =>
          grant.accountId === accountId &&
          grant.returnHost === request.returnHost &&
          isSameResource(grant.resource, resource?.binding ?? null),
      );
      offers.push({ membership, resource, former });
    }
    return offers;
  }

  /** The one offer that needs no question, since the person has agreed to it before; only of programs that are known by a document and return to https. */
  remembered({ client, redirectUri, scopes }: JudgedRequest, offers: readonly Offer[]): Offer | undefined {
    if (client.kind !== 'document' || !redirectUri.startsWith('https:')) return undefined;
    const [only, ...others] = offers.filter(({ former }) => former !== undefined);
    const agreed = only?.former?.scopes ?? [];
    return others.length === 0 && scopes.every((scope) => agreed.includes(scope)) ? only : undefined;
  }

  /** A code for what was agreed to. Throws `form-expired` for somebody who is signed out by now, `forbidden` for one who has left. */
  async agree(
    visitor: SignedIn,
    request: JudgedRequest,
    { membership: { account }, resource }: Offer,
    choice: Choice,
    origin: Origin,
  ): Promise<string> {
    const code = randomBase62(43);
    const { user } = visitor;
    await this.database.write(async () => {
      const known = await this.people.hold(user.id);
      if (known === undefined || !(await this.sessions.isLive(visitor))) throw new Problem('form-expired');
      if (membershipIn(known.memberships, account.id) === undefined)
        throw new Problem('forbidden', 'You are not a member of this account.');
      const agreement = agreementOf(request, { accountId: account.id, userId: user.id }, resource, choice);
      const now = this.clock.now();
      const id = newId('oac');
      await this.codes.insert({
        ...{ id, digest: this.keyring.digest(codePurpose, code), agreement },
        ...{ redirectUri: request.redirectUri, challenge: request.challenge },
        ...{ createdAt: now, expiresAt: now + codeLifetimeMs },
        ...{ usedAt: null, grantId: null, wrongVerifiers: 0 },
      });
      const { scopes, address, servers, apps, returnHost } = agreement;
      const details = { scopes, resource: address, servers, apps, returnHost };
      await this.record('oauth.authorized', visitor, request, account.id, { target: id, details }, origin);
    });
    return code;
  }

  async deny(visitor: SignedIn, request: JudgedRequest, accountId: string, origin: Origin): Promise<void> {
    const details = { returnHost: request.returnHost };
    await this.record('oauth.denied', visitor, request, accountId, { details }, origin);
  }

  private record(
    action: 'oauth.authorized' | 'oauth.denied',
    { user }: SignedIn,
    { client, attempt }: JudgedRequest,
    accountId: string,
    more: { readonly target?: string; readonly details: Readonly<Record<string, unknown>> },
    origin: Origin,
  ): Promise<void> {
    return this.trail.record({ action, client, accountId, userId: user.id, attempt, ...more }, origin);
  }
}

function agreementOf(
  { client: { id, name, kind, host }, returnHost, scopes }: JudgedRequest,
  whose: { readonly accountId: string; readonly userId: string },
  resource: ResolvedResource | undefined,
  choice: Choice,
): Agreement {
  return {
    ...whose,
    ...{ program: { id, name, kind, host: host ?? null }, returnHost, scopes },
    ...{ resource: resource?.binding ?? null, address: resource?.canonical ?? null },
    ...{ servers: choice.servers, apps: choice.apps },
  };
}
