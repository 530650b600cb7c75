import { Injectable } from '@nestjs/common';
import type { Origin } from '../../accounts/audit/audit.service.js';
import { Accounts } from '../../accounts/people/accounts.service.js';
import { SignOuts } from '../../accounts/sign-in/sign-outs.service.js';
import { AccessTokens } from '../../accounts/tokens/access-tokens.service.js';
import { GrantUses } from '../../accounts/tokens/grant-uses.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import { isOperator, type UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Database } from '../../platform/database/database.js';
import { Cursors } from '../../platform/security/cursors.js';
import { OAuthTrail } from '../protocol/oauth-trail.service.js';
import { ProgramGrantStore } from './program-grant-store.port.js';
import type { ProgramGrant } from './program-grant.js';

/** Whose grants are meant: those of a person in an account, or for the operator all of an account. */
export interface GrantScope {
  readonly accountId: string;
  readonly userId?: string;
}

/** Who ends a grant. */
interface Ender {
  readonly userId: string;
  readonly tokenId?: string;
}

/** The programs that people let in, as they and the operator see them. */
@Injectable()
export class ProgramGrants {
  constructor(
    private readonly store: ProgramGrantStore,
    private readonly tokens: AccessTokens,
    private readonly uses: GrantUses,
    private readonly accounts: Accounts,
    private readonly trail: OAuthTrail,
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
    signOuts: SignOuts,
  ) {
    signOuts.endLoginsWith((userId, accountId) => this.endOfUser(userId, accountId));
  }

  /** Whose grants a caller may mean who names this account, or none. Throws `account-not-found`. */
  async scopeFor(principal: UserPrincipal, named: string | undefined): Promise<GrantScope> {
    const { accountId, userId } = principal;
    if (named === undefined) return { accountId, userId };
    const meant = await this.accounts.getMeant(principal, named);
    return isOperator(principal) ? { accountId: meant } : { accountId, userId };
  }

  /** Those that live, newest first. Throws `invalid-cursor`. */
  async list(of: GrantScope, request: PageRequest): Promise<Page<ProgramGrant>> {
    const now = this.clock.now();
    const page = await this.cursors.pageOfRows(
      `grants ${of.accountId} ${of.userId ?? ''}`,
      request,
      (limit, before) => this.store.list(of, now, limit, before),
      ({ id }) => id,
    );
    const uses = await this.uses.listLast(page.items.map(({ id }) => id));
    return { ...page, items: page.items.map((grant) => ({ ...grant, lastUsedAt: latest(grant, uses) })) };
  }

  /** Takes a grant back: the program's tokens are dead here at once, everywhere within seconds. Throws `grant-not-found`. */
  async revoke(id: string, of: GrantScope, by: Ender, origin: Origin): Promise<void> {
    await this.database.write(async () => {
      const grant = await this.store.lock(id);
      if (grant?.accountId !== of.accountId || (of.userId !== undefined && grant.userId !== of.userId))
        throw new Problem('grant-not-found');
      await this.end(grant, { by: by.userId === grant.userId ? 'person' : 'operator' }, origin, by);
    });
  }

  /** Ends a grant that is locked, with all that came of it. Joins the transaction that is open. */
  async end(
    grant: ProgramGrant,
    details: Readonly<Record<string, unknown>>,
    origin: Origin = {},
    by: Ender = grant,
  ): Promise<void> {
    await this.store.remove([grant.id]);
    await this.tokens.revokeOfGrant(grant.id);
    const { accountId, program: client } = grant;
    const { userId, tokenId } = by;
    await this.trail.record(
      {
        action: 'oauth.grant.revoked',
        ...{ client, accountId, userId, target: grant.id, details },
        ...(tokenId === undefined ? {} : { tokenId }),
      },
      origin,
    );
  }

  /** Ends all that a person let in, in one account or everywhere. Joins the transaction that is open. */
  private async endOfUser(userId: string, accountId?: string): Promise<void> {
    for (const id of await this.store.listIds(userId, accountId)) {
      const grant = await this.store.lock(id);
      if (grant !== undefined) await this.end(grant, { by: 'sign-out' });
    }
  }
}

function latest({ id, lastUsedAt }: ProgramGrant, uses: ReadonlyMap<string, number>): number | null {
  const used = Math.max(lastUsedAt ?? 0, uses.get(id) ?? 0);
  return used === 0 ? null : used;
}
