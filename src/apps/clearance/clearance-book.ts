import type { Principal, UserPrincipal } from '../../kernel/principal.js';
import { globMatcher } from '../../kernel/text/glob.js';
import { Clearance, ServerClearance, type PlacedGrant } from './clearance.js';
import { memoOf } from './memo.js';
import { printGrant, type ServerGrant } from './server-grant.js';

/** Sets of grants whose outcome is remembered at once. */
const maxChoices = 20_000;
/** Group patterns between two pauses. */
const atOnce = 100;

type Grants = readonly PlacedGrant[];

interface Known {
  /** What it was made of beside the book. */
  readonly ofGroups: Grants;
  readonly clearance: Clearance | undefined;
}

const none: Grants = [];

/** The grants of an account, put so that those of one caller are found at once. */
export class ClearanceBook {
  private readonly members = new Map<string, PlacedGrant[]>();
  private readonly roles = new Map<string, PlacedGrant[]>();
  private readonly apps = new Map<string, PlacedGrant[]>();
  private readonly groups = new Map<string, PlacedGrant[]>();
  private readonly clearances = memoOf<string, Clearance>(maxChoices);
  private readonly servers = memoOf<string, ServerClearance>(maxChoices);
  /** What people have by their groups, as far as it is known. */
  private readonly ofPeople = memoOf<string, Grants>(maxChoices);
  /** What callers were left when they were last seen. */
  private readonly callers = memoOf<string, Known>(maxChoices);
  private count = 0;

  /** `revision`: of the list that it is of. */
  constructor(readonly revision: number) {}

  /** Whether people are narrowed. */
  get isForPeople(): boolean {
    return this.members.size > 0 || this.roles.size > 0 || this.hasGroups;
  }

  /** Whether it matters which groups people are in. */
  get hasGroups(): boolean {
    return this.groups.size > 0;
  }

  /** Takes up a grant; they come in the order of the list. */
  add(grant: ServerGrant): void {
    const { member, role, group, app } = grant;
    const placed = { place: this.count++, grant };
    if (member !== undefined) put(this.members, member, placed);
    else if (role !== undefined) put(this.roles, role, placed);
    else if (group !== undefined) put(this.groups, group, placed);
    else if (app !== undefined) put(this.apps, app, placed);
  }

  /** What somebody has by their groups; `undefined` while that is not known. */
  groupGrantsOf(userId: string): Grants | undefined {
    return this.hasGroups ? this.ofPeople.get(userId) : none;
  }

  /** Remembers it until they sign in again. */
  learn(userId: string, grants: Grants): void {
    this.ofPeople.set(userId, grants);
  }

  forget(userId: string): void {
    this.ofPeople.delete(userId);
  }

  /** The grants of groups that somebody is in, found in steps. */
  *grantsOfGroups(groups: readonly string[]): Generator<undefined, Grants> {
    const found: PlacedGrant[] = [];
    let looked = 0;
    for (const [pattern, grants] of groups.length === 0 ? [] : this.groups) {
      if (groups.some(globMatcher(pattern))) found.push(...grants);
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

  /** The same text where a caller is left the same; what groups have to do with may have changed. */
  textOf(principal: Principal): string | undefined {
    if (principal.kind === 'user' && this.hasGroups) return undefined;
    const grants = this.grantsOf(principal, []);
    return grants === undefined ? 'all' : grants.map(({ grant }) => printGrant(grant)).join('\n');
  }

  private grantsOf(principal: Principal, ofGroups: Grants): Grants | undefined {
    if (principal.kind === 'app') return this.apps.get(principal.appId);
    if (!this.isForPeople) return undefined;
    const named = this.naming(principal, ofGroups);
    return named.length === 0 && principal.role !== 'member' ? undefined : named;
  }

  private naming({ userId, role }: UserPrincipal, ofGroups: Grants): Grants {
    const own = this.members.get(userId) ?? [];
    return [...own, ...(this.roles.get(role) ?? []), ...ofGroups];
  }

  private shared(grants: Grants): Clearance {
    const key = keyOf(grants);
    let clearance = this.clearances.get(key);
    if (clearance === undefined) {
      clearance = new Clearance(grants, (some) => this.sharedServer(some));
      this.clearances.set(key, clearance);
    }
    return clearance;
  }

  private sharedServer(grants: Grants): ServerClearance {
    const key = keyOf(grants);
    let clearance = this.servers.get(key);
    if (clearance === undefined) this.servers.set(key, (clearance = new ServerClearance(grants)));
    return clearance;
  }
}

function keyOf(grants: Grants): string {
  return grants.map(({ place }) => place).join(' ');
}

function put(map: Map<string, PlacedGrant[]>, key: string, grant: PlacedGrant): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [grant]);
  else known.push(grant);
}
