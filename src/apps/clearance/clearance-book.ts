import type { Principal, UserPrincipal } from '../../kernel/principal.js';
import { globMatcher } from '../../kernel/text/glob.js';
import { Clearance, ServerClearance } from './clearance.js';
import type { GrantedServer } from './granted-server.js';
import type { GrantShelves, GrantsChange } from './grant-shelves.js';
import { memoOf } from '../../platform/memo.js';
import type { SubjectGrants } from './subject-grants.js';

type Grants = readonly SubjectGrants[];

/** Sets of grants whose outcome is remembered at once. */
const maxChoices = 20_000;
/** So long it is remembered what people have by their groups: sign-ins of long ago stop to count. */
const groupsForMs = 600_000;
/** Group patterns between two pauses. */
const atOnce = 100;

interface Known {
  /** What it was made of beside the book. */
  readonly ofGroups: Grants;
  readonly clearance: Clearance | undefined;
}

const none: Grants = [];

/** What was found out about the grants of an account; it stays true when other grants change. */
class Findings {
  readonly clearances = memoOf<string, Clearance>(maxChoices);
  readonly servers = memoOf<string, ServerClearance>(maxChoices);
}

/** The grants of an account, put so that those of one caller are found at once. */
export class ClearanceBook {
  /** What people have by their groups, as far as it is known. */
  private ofPeople = memoOf<string, Grants>(maxChoices);
  /** What callers were left when they were last seen. */
  private readonly callers = memoOf<string, Known>(maxChoices);

  constructor(
    /** Of the list that it is of. */
    readonly revision: number,
    readonly shelves: GrantShelves,
    private readonly findings = new Findings(),
  ) {}

  /** The book of the next revision: what is found out of those who are not concerned is kept. */
  changed(change: GrantsChange): ClearanceBook {
    const book = new ClearanceBook(this.revision + 1, this.shelves.changed(change), this.findings);
    if (book.shelves.groups === this.shelves.groups) book.ofPeople = this.ofPeople;
    return book;
  }

  /** Whether it matters which groups people are in. */
  get hasGroups(): boolean {
    return this.shelves.groups.size > 0;
  }

  /** What somebody has by their groups; `undefined` while that is not known. */
  groupGrantsOf(userId: string): Grants | undefined {
    return this.hasGroups ? this.ofPeople.get(userId) : none;
  }

  /** Remembers it for some minutes, or until they sign in again. */
  learn(userId: string, grants: Grants): void {
    this.ofPeople.set(userId, grants, { ttl: groupsForMs });
  }

  forget(userId: string): void {
    this.ofPeople.delete(userId);
  }

  /**
   * The grants of groups that somebody is in, found in steps: as many as have `most` globs. Grants only add up, so that nobody gets more by what
   * is left out.
   */
  *grantsOfGroups(groups: readonly string[], most: number): Generator<undefined, Grants> {
    const found: SubjectGrants[] = [];
    let looked = 0;
    let globs = 0;
    for (const [pattern, grants] of groups.length === 0 ? [] : this.shelves.groups) {
      if (groups.some(globMatcher(pattern))) {
        globs += grants.globs;
        if (globs > most) break;
        found.push(grants);
      }
      if (++looked % atOnce === 0) yield undefined;
    }
    return found;
  }

  /** What a caller is left; `undefined`: nothing is taken. `ofGroups`: what they have by their groups. */
  of(principal: Principal, ofGroups: Grants = none): Clearance | undefined {
    const key = principal.kind === 'app' ? principal.appId : `${principal.role} ${principal.userId}`;
    const known = this.callers.get(key);
    if (known?.ofGroups === ofGroups) return known.clearance;
    const grants = this.grantsOf(principal, ofGroups);
    const clearance = grants === undefined ? undefined : this.shared(grants);
    this.callers.set(key, { ofGroups, clearance });
    return clearance;
  }

  /** Whether a caller is left the same by another book; where groups are others, that may not be so. */
  leavesTheSame(principal: Principal, other: ClearanceBook): boolean {
    if (principal.kind === 'user' && !this.hasGroupsOf(other)) return false;
    const [own, others] = [this.grantsOf(principal, none), other.grantsOf(principal, none)];
    if (own === undefined || others === undefined) return own === others;
    return own.length === others.length && own.every((one, index) => one.isSame(others[index]));
  }

  private hasGroupsOf(other: ClearanceBook): boolean {
    return this.shelves.groups === other.shelves.groups || !(this.hasGroups || other.hasGroups);
  }

  private grantsOf(principal: Principal, ofGroups: Grants): Grants | undefined {
    if (principal.kind === 'app') {
      const grants = this.shelves.find('app', principal.appId);
      return grants && [grants];
    }
    if (!this.shelves.isForPeople) return undefined;
    const named = this.naming(principal, ofGroups);
    return named.length === 0 && principal.role !== 'member' ? undefined : named;
  }

  private naming({ userId, role }: UserPrincipal, ofGroups: Grants): Grants {
    const own = [this.shelves.find('member', userId), this.shelves.find('role', role)];
    return [...own.filter((grants) => grants !== undefined), ...ofGroups];
  }

  private shared(grants: Grants): Clearance {
    const key = keyOf(grants);
    let clearance = this.findings.clearances.get(key);
    if (clearance === undefined) {
      clearance = new Clearance(grants, (some) => this.sharedServer(some));
      this.findings.clearances.set(key, clearance);
    }
    return clearance;
  }

  private sharedServer(grants: readonly [GrantedServer, ...GrantedServer[]]): ServerClearance {
    const key = keyOf(grants);
    let clearance = this.findings.servers.get(key);
    if (clearance === undefined) this.findings.servers.set(key, (clearance = new ServerClearance(grants)));
    return clearance;
  }
}

function keyOf(grants: readonly { readonly id: number }[]): string {
  return grants.map(({ id }) => id).join(' ');
}
