import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { GroupMemberships } from '../../accounts/identity/group-memberships.service.js';
import type { Principal } from '../../kernel/principal.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import { Config } from '../../platform/config/config.js';
import { ClearanceBook } from './clearance-book.js';
import type { Clearance } from './clearance.js';
import { GrantShelves } from './grant-shelves.js';
import { ServerGrantStore } from './server-grant-store.port.js';

/** Accounts whose grants are in memory at once. */
const maxBooks = 10_000;

/** Runs when the grants of an account are others than before. */
type ChangeListener = (accountId: string, before: ClearanceBook, after: ClearanceBook) => void;

/** What grants leave callers of servers and tools, from memory: once it is known, nobody waits for the database. */
@Injectable()
export class Clearances {
  private readonly books = new LRUCache<string, ClearanceBook>({ max: maxBooks });
  private readonly reading = new Map<string, Promise<ClearanceBook>>();
  private readonly renewing = new Map<string, Promise<void>>();
  private readonly learning = new Map<string, Promise<void>>();
  private readonly listeners: ChangeListener[] = [];
  /** Counts who has signed in, so that nothing is kept that was read before. */
  private epoch = 0;

  constructor(
    private readonly store: ServerGrantStore,
    private readonly groups: GroupMemberships,
    private readonly config: Config,
  ) {}

  /** What a caller is left; `undefined`: nothing is taken. At once when it is known. */
  of(principal: Principal): Clearance | undefined | Promise<Clearance | undefined> {
    const book = this.books.get(principal.accountId);
    if (book === undefined) return this.afterReading(principal);
    if (principal.kind === 'app') return book.of(principal);
    const ofGroups = book.groupGrantsOf(principal.userId);
    return ofGroups === undefined ? this.afterLearning(book, principal) : book.of(principal, ofGroups);
  }

  /** The accounts in memory, with the revision of their lists. */
  known(): [accountId: string, revision: number][] {
    return [...this.books.entries()].map(([accountId, { revision }]) => [accountId, revision]);
  }

  /** Whether it matters to anybody in memory who is in which groups. */
  get hasGroups(): boolean {
    return [...this.books.values()].some((book) => book.hasGroups);
  }

  /** The grants of an account may have changed: resolves when they hold here. Many who say so at once wait for one or two readings. */
  async changed(accountId: string): Promise<void> {
    const begun = this.renewing.get(accountId);
    if (begun === undefined) return this.renewed(accountId);
    await begun.catch(() => undefined);
    return this.renewing.get(accountId) ?? this.renewed(accountId);
  }

  /** Has the grants of an account in memory as they are now, to be changed. */
  async prepare(accountId: string): Promise<void> {
    if (this.books.has(accountId)) await this.changed(accountId);
    else await this.load(accountId);
  }

  /** The grants of an account before the change that is under way. Joins the transaction that is open. */
  async before(accountId: string, revision: number): Promise<ClearanceBook> {
    const known = this.books.get(accountId);
    return known?.revision === revision ? known : this.read(accountId, revision);
  }

  /** The grants of an account have become others. */
  async learn(accountId: string, before: ClearanceBook, after: ClearanceBook): Promise<void> {
    if (this.books.get(accountId) !== before) return this.changed(accountId);
    this.replace(accountId, before, after);
  }

  /** Somebody has signed in at an issuer: from now on their groups are looked up anew. */
  signedIn(userId: string): void {
    this.epoch++;
    for (const book of this.books.values()) book.forget(userId);
  }

  onChange(listener: ChangeListener): void {
    this.listeners.push(listener);
  }

  /** Nothing is known any more. */
  clear(): void {
    this.books.clear();
  }

  private renewed(accountId: string): Promise<void> {
    const renewing = this.renew(accountId).finally(() => this.renewing.delete(accountId));
    this.renewing.set(accountId, renewing);
    return renewing;
  }

  private async renew(accountId: string): Promise<void> {
    const known = this.books.get(accountId)?.revision;
    if (known !== undefined && (await this.store.revisionOf(accountId)) === known) return;
    const after = await this.read(accountId);
    this.replace(accountId, this.books.get(accountId), after);
  }

  private replace(accountId: string, before: ClearanceBook | undefined, after: ClearanceBook): void {
    if (before !== undefined && before.revision > after.revision) return;
    this.books.set(accountId, after);
    if (before !== undefined) for (const listener of this.listeners) listener(accountId, before, after);
  }

  private async afterReading(principal: Principal): Promise<Clearance | undefined> {
    await this.load(principal.accountId);
    return this.of(principal);
  }

  private async load(accountId: string): Promise<void> {
    let reading = this.reading.get(accountId);
    if (reading === undefined) {
      reading = this.read(accountId).finally(() => this.reading.delete(accountId));
      this.reading.set(accountId, reading);
    }
    const read = await reading;
    const known = this.books.get(accountId);
    if (known === undefined || known.revision < read.revision) this.books.set(accountId, read);
  }

  private async read(accountId: string, as?: number): Promise<ClearanceBook> {
    const { revision, rows } = await this.store.read(accountId);
    return new ClearanceBook(as ?? revision, await inSlices(GrantShelves.reading(rows)));
  }

  private async afterLearning(
    book: ClearanceBook,
    principal: Principal & { readonly kind: 'user' },
  ): Promise<Clearance | undefined> {
    const { userId, accountId } = principal;
    const key = `${String(book.revision)} ${accountId} ${userId}`;
    let learning = this.learning.get(key);
    if (learning === undefined) {
      learning = this.learnGroups(book, userId, accountId).finally(() => this.learning.delete(key));
      this.learning.set(key, learning);
    }
    await learning;
    return this.of(principal);
  }

  /** Asks again when somebody signed in meanwhile, so that an old answer is never kept. */
  private async learnGroups(book: ClearanceBook, userId: string, accountId: string): Promise<void> {
    let epoch: number;
    do {
      ({ epoch } = this);
      const groups = await this.groups.listOf(userId, accountId);
      const grants = await inSlices(book.grantsOfGroups(groups, this.config.values.MAX_GRANT_GLOBS));
      if (epoch === this.epoch) book.learn(userId, grants);
    } while (epoch !== this.epoch);
  }
}
