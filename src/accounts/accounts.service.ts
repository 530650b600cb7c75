import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Problem } from '../kernel/problem.js';
import { PeopleStore } from './people-store.port.js';

const maxKnown = 10_000;

/** Accounts by id. */
@Injectable()
export class Accounts {
  /** A slug is never changed. */
  private readonly slugs = new LRUCache<string, string>({ max: maxKnown });

  constructor(private readonly store: PeopleStore) {}

  /** The slug of an account, from memory once it is known. Throws `unauthorized` when the account has just gone. */
  async getSlug(accountId: string): Promise<string> {
    const known = this.slugs.get(accountId);
    if (known !== undefined) return known;
    const account = await this.store.findAccount(accountId);
    if (account === undefined) throw new Problem('unauthorized');
    this.slugs.set(accountId, account.slug);
    return account.slug;
  }
}
