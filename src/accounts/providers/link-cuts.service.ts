import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Config } from '../../platform/config/config.js';
import { Audit, type Origin } from '../audit/audit.service.js';
import { OperatorJoins } from '../people/operator-joins.service.js';
import { PeopleStore } from '../people/people-store.port.js';
import { speaksEverywhereFor } from '../people/provider-authority.js';
import type { User } from '../people/person.js';
import { Sessions } from '../sessions/sessions.service.js';
import { RulePlaces } from './rule-places.service.js';
import { SubjectStore } from './subject-store.port.js';

/** Cuts the links of someone who joins the operator's account to providers that do not speak for their address. */
@Injectable()
export class LinkCuts implements OnModuleInit {
  constructor(
    private readonly joins: OperatorJoins,
    private readonly subjects: SubjectStore,
    private readonly places: RulePlaces,
    private readonly people: PeopleStore,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.joins.onJoin((userId, origin) => this.cut(userId, origin));
  }

  private async cut(userId: string, origin: Origin): Promise<void> {
    const user = await this.people.findUser(userId);
    if (user === undefined) return;
    for (const { issuer, provider } of await this.subjects.listOf(userId))
      if (!this.speaksFor(issuer, user)) await this.cutFrom({ user, issuer, provider }, origin);
  }

  private speaksFor(issuer: string, user: User): boolean {
    const provider = this.config.values.OIDC_PROVIDERS.find((one) => one.issuer === issuer);
    return provider !== undefined && speaksEverywhereFor(provider, user);
  }

  /** What the provider's rules gave ends, as do browsers that were signed in there. */
  private async cutFrom(
    { user: { id: userId }, issuer, provider }: { user: User; issuer: string; provider: string },
    origin: Origin,
  ): Promise<void> {
    await this.subjects.remove(userId, issuer);
    const given = await this.subjects.replaceRoles(
      { userId, issuer, signedInAt: this.clock.now() },
      new Map(),
    );
    for (const accountId of given)
      await this.places.settle({ userId, accountId }, { provider, rules: [] }, origin);
    await this.sessions.endAtProvider(userId, provider);
    for (const { account } of await this.people.listMemberships(userId)) {
      const happening = { action: 'user.unlinked', userId, target: userId, details: { provider } };
      await this.audit.append({ accountId: account.id, ...happening }, origin);
    }
  }
}
