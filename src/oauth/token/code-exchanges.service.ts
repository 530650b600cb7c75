import { Injectable } from '@nestjs/common';
import type { Origin } from '../../accounts/audit/audit.service.js';
import { membershipSince, People, type Known } from '../../accounts/people/people.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import type { GrantResource } from '../../kernel/principal.js';
import { Database } from '../../platform/database/database.js';
import { Keyring } from '../../platform/security/keyring.js';
import {
  judgeCode,
  maxWrongVerifiers,
  type AuthorizationCode,
  type CodeStep,
} from '../authorize/authorization-code.js';
import { CodeStore } from '../authorize/code-store.port.js';
import { codePurpose } from '../authorize/consents.service.js';
import { Reach } from '../authorize/reach.port.js';
import type { OAuthClient } from '../clients/client.js';
import { GrantOpenings, type IssuedTokens } from '../grants/grant-openings.service.js';
import { ProgramGrants } from '../grants/program-grants.service.js';
import { ProgramGrantStore } from '../grants/program-grant-store.port.js';
import { OAuthTrail } from '../protocol/oauth-trail.service.js';
import { askedResource } from './asked-resource.js';
import type { Refusal } from './refusal.js';

/** A code as a program presents it (RFC 6749 §4.1.3, RFC 7636 §4.5). */
export interface CodeExchange {
  readonly client: OAuthClient;
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string | undefined;
  readonly resources: readonly string[];
}

const reasons: Readonly<Record<Exclude<CodeStep, 'exchange'>, string>> = {
  'wrong-client': 'The code belongs to another client.',
  'wrong-address': 'The redirect_uri is not the one of the authorization request.',
  'wrong-verifier': 'The code_verifier does not fit the code_challenge.',
  'too-many-verifiers': `The code is no good any more: it met ${String(maxWrongVerifiers)} wrong verifiers.`,
  expired: 'The code has expired: it is good for a minute.',
  used: 'The code was used already.',
  replay: 'The code was used already; what it gave is revoked.',
};

/** Exchanges codes for tokens: of many at once, one is served. */
@Injectable()
export class CodeExchanges {
  constructor(
    private readonly codes: CodeStore,
    private readonly store: ProgramGrantStore,
    private readonly openings: GrantOpenings,
    private readonly grants: ProgramGrants,
    private readonly reach: Reach,
    private readonly people: People,
    private readonly trail: OAuthTrail,
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  async exchange(asked: CodeExchange, origin: Origin): Promise<IssuedTokens | Refusal> {
    const found = await this.codes.find(this.keyring.digests(codePurpose, asked.code));
    if (found === undefined) return { error: 'invalid_grant', reason: 'The code is unknown.' };
    // What is looked up elsewhere is looked up before the code is held.
    const resource = await askedResource(asked.resources, found.agreement, this.reach);
    return this.database.write(async () => {
      const known = await this.people.hold(found.agreement.userId);
      const code = await this.codes.lock(found.id);
      if (code === undefined) return this.refusal(found, 'The code is unknown.');
      return this.step(code, known, asked, resource, origin);
    });
  }

  private async step(
    code: AuthorizationCode,
    known: Known | undefined,
    asked: CodeExchange,
    resource: GrantResource | undefined | 'invalid-target',
    origin: Origin,
  ): Promise<IssuedTokens | Refusal> {
    const step = judgeCode(code, { ...asked, clientId: asked.client.id }, this.clock.now());
    if (step === 'wrong-verifier')
      await this.codes.change(code.id, { wrongVerifiers: code.wrongVerifiers + 1 });
    if (step === 'replay') await this.endReplayed(code, origin);
    if (step !== 'exchange') return this.refusal(code, reasons[step]);
    if (membershipSince(known, code.agreement.accountId, code.createdAt) === undefined) {
      await this.codes.change(code.id, { usedAt: this.clock.now() });
      return this.refusal(code, 'The person has left the account since, or changed the password.');
    }
    if (resource === 'invalid-target')
      return {
        ...this.refusal(code, 'The resource is not the one that was granted.'),
        error: 'invalid_target',
      };
    return this.redeem(code, resource, origin);
  }

  private async redeem(
    code: AuthorizationCode,
    resource: GrantResource | undefined,
    origin: Origin,
  ): Promise<IssuedTokens | Refusal> {
    const { scopes, accountId, userId } = code.agreement;
    const { grant, family, refreshToken } = await this.openings.open(code.agreement);
    const access = await this.openings.issue(grant, family, scopes, resource);
    await this.codes.change(code.id, { usedAt: this.clock.now(), grantId: grant.id });
    const details = { grant: grant.id, code: code.id, scopes, resource: grant.address };
    await this.trail.record(
      {
        action: 'oauth.token.issued',
        ...{ client: grant.program, accountId, userId, details },
        ...{ target: access.token.id, attempt: this.trail.attemptOf(code.challenge) },
      },
      origin,
    );
    return { access, refreshToken, grant };
  }

  /** Somebody who knows code and verifier sends them again: who had them first cannot be told any more. */
  private async endReplayed(code: AuthorizationCode, origin: Origin): Promise<void> {
    const grant = code.grantId === null ? undefined : await this.store.lock(code.grantId);
    if (grant === undefined) return;
    const { accountId, userId, program: client } = grant;
    const attempt = this.trail.attemptOf(code.challenge);
    const event = { client, accountId, userId, target: grant.id, attempt };
    await this.trail.record({ action: 'oauth.code.replayed', ...event }, origin);
    await this.grants.end(grant, { by: 'replay' }, origin);
  }

  private refusal({ agreement, challenge }: AuthorizationCode, reason: string): Refusal {
    const { accountId, userId } = agreement;
    const attempt = this.trail.attemptOf(challenge);
    return { error: 'invalid_grant', reason, accountId, userId, attempt };
  }
}
