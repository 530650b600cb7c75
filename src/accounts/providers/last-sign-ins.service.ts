import { Injectable } from '@nestjs/common';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Accounts } from '../people/accounts.service.js';
import { People } from '../people/people.service.js';
import { SubjectStore, type ProviderSubject } from './subject-store.port.js';

/** What the last sign-in of somebody at an issuer said. */
@Injectable()
export class LastSignIns {
  constructor(
    private readonly subjects: SubjectStore,
    private readonly people: People,
    private readonly accounts: Accounts,
  ) {}

  /** With the rules that name the caller's account. Throws `member-not-found`, `sign-in-not-found`. */
  async get({ accountId }: UserPrincipal, userId: string): Promise<ProviderSubject> {
    if ((await this.people.findPlace(userId, accountId)) === undefined) throw new Problem('member-not-found');
    const last = await this.subjects.findLast(userId);
    if (last === undefined) throw new Problem('sign-in-not-found');
    const slug = await this.accounts.getSlug(accountId);
    return { ...last, rules: last.rules.filter(({ account }) => account === slug || account === accountId) };
  }
}
