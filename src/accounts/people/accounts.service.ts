import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { isOperator, type Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { AccountNames } from '../../platform/security/account-names.port.js';
import { PeopleStore } from './people-store.port.js';
import type { Account } from './person.js';

const maxKnown = 10_000;

/** Accounts by id. */
@Injectable()
export class Accounts extends AccountNames {
  /** A slug is never changed. */
  private readonly slugs = new LRUCache<string, string>({ max: maxKnown });

  private operatorId: string | undefined;

  constructor(private readonly store: PeopleStore) {
    super();
  }

  async isNamed(accountId: string, named: string): Promise<boolean> {
    return named === accountId || named === (await this.getSlug(accountId));
  }

  /** The account that runs this gateway, from memory once it is known; `undefined` before the first start is done. */
  async findOperatorId(): Promise<string | undefined> {
    this.operatorId ??= (await this.store.findOperator())?.account.id;
    return this.operatorId;
  }

  /** The slug of an account, from memory once it is known. Throws `unauthorized` when the account has just gone. */
  async getSlug(accountId: string): Promise<string> {
    const known = this.slugs.get(accountId);
    if (known !== undefined) return known;
    const { slug } = await this.get(accountId);
    this.slugs.set(accountId, slug);
    return slug;
  }

  /** Throws `unauthorized` when the account has just gone. */
  async get(accountId: string): Promise<Account> {
    const account = await this.store.findAccount(accountId);
    if (account === undefined) throw new Problem('unauthorized');
    return account;
  }

  /**
   * The id of the account that a caller means by an id or a slug: their own, or for operators any. Throws `account-not-found`, also
   * when there is one that is not the caller's.
   */
  async getMeant(principal: Principal, named: string | undefined): Promise<string> {
    const { accountId } = principal;
    if (named === undefined || named === accountId) return accountId;
    const account = (await this.store.findAccount(named)) ?? (await this.store.findAccountBySlug(named));
    if (account === undefined || (account.id !== accountId && !isOperator(principal)))
      throw new Problem('account-not-found');
    return account.id;
  }
}
