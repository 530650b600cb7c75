import type { LRUCache } from 'lru-cache';
import { anyOf, GrantedServer } from './granted-server.js';
import { memoOf } from '../../platform/memo.js';
import { globsOf, printGrant, subjectOf, type ServerGrant } from './server-grant.js';

/** Handles whose answers are remembered at once. */
const maxHandles = 2000;

/** What is made of grants when somebody is looked up whom they concern. */
interface Compiled {
  /** Which servers each is about. */
  readonly servers: readonly ((handle: string) => boolean)[];
  readonly known: LRUCache<string, GrantedServer | false>;
}

let made = 0;

/** All grants that name one subject, in the order of the list; compiled once for all whom they concern, when one of them is looked up. */
export class SubjectGrants {
  /** Tells it from all others of this process. */
  readonly id = ++made;
  private compiled: Compiled | undefined;

  constructor(readonly grants: readonly [ServerGrant, ...ServerGrant[]]) {}

  /** How many globs they have. */
  get globs(): number {
    return this.grants.reduce((sum, grant) => sum + globsOf(grant), 0);
  }

  /** What they give of a server; `undefined`: nothing. */
  at(handle: string): GrantedServer | undefined {
    const compiled = (this.compiled ??= compile(this.grants));
    let found = compiled.known.get(handle);
    if (found === undefined) {
      found = this.lookUp(handle, compiled) ?? false;
      compiled.known.set(handle, found);
    }
    return found === false ? undefined : found;
  }

  isSame(other: SubjectGrants | undefined): boolean {
    if (other === this) return true;
    return (
      other?.grants.length === this.grants.length &&
      this.grants.every((grant, index) => printGrant(grant) === printGrant(other.grants[index] ?? grant))
    );
  }

  private lookUp(handle: string, { servers }: Compiled): GrantedServer | undefined {
    const found = this.grants.filter((_, index) => servers[index]?.(handle));
    return found.length === 0 ? undefined : new GrantedServer(subjectOf(this.grants[0]), found);
  }
}

function compile(grants: readonly ServerGrant[]): Compiled {
  return { servers: grants.map(({ servers }) => anyOf(servers)), known: memoOf(maxHandles) };
}
