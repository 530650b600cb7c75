import { Injectable } from '@nestjs/common';
import { People } from '../../accounts/people/people.service.js';
import { isVerified } from '../../accounts/people/person.js';
import { AccessTokens } from '../../accounts/tokens/access-tokens.service.js';
import type { Principal, UserPrincipal } from '../../kernel/principal.js';
import type { NamedCaller } from './approval.js';

/** What callers are called, for those who decide about them. */
@Injectable()
export class CallerNames {
  constructor(
    private readonly people: People,
    private readonly tokens: AccessTokens,
  ) {}

  async of(principal: Principal): Promise<NamedCaller> {
    if (principal.kind === 'user') return this.person(principal);
    const { tokenId: id, accountId, appId } = principal;
    const keys = await this.tokens.listOfApp(accountId, appId);
    return { kind: 'key', id, name: keys.find((key) => key.id === id)?.name };
  }

  private async person({ userId, accountId, role, grant }: UserPrincipal): Promise<NamedCaller> {
    const { user } = (await this.people.findPlace(userId, accountId)) ?? {};
    return {
      kind: grant === undefined ? 'user' : 'client',
      id: grant?.grantId ?? userId,
      ...{ email: user?.email, emailVerified: user && isVerified(user), name: user?.name, role },
    };
  }
}
