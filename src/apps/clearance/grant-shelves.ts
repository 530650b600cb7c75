import { printGrant, type ServerGrant } from './server-grant.js';
import { SubjectGrants } from './subject-grants.js';

const kinds = ['member', 'role', 'group', 'app'] as const;
type Kind = (typeof kinds)[number];
type Shelf = ReadonlyMap<string, SubjectGrants>;

/** Grants that were added and taken away, apps by their ids. */
export interface GrantsChange {
  readonly added: readonly ServerGrant[];
  readonly removed: readonly ServerGrant[];
}

/** How many grants there are, and how many bytes they take as JSON. */
interface Sum {
  readonly count: number;
  readonly bytes: number;
}

/** The grants of an account by whom they name. */
export class GrantShelves {
  private constructor(
    private readonly shelves: Readonly<Record<Kind, Shelf>>,
    readonly sum: Sum,
  ) {}

  /** Put in steps; in the order of the list. */
  static *reading(rows: Iterable<{ readonly content: string }>): Generator<undefined, GrantShelves> {
    const lists = emptyShelves<ServerGrant[]>();
    let [count, bytes] = [0, 0];
    for (const { content } of rows) {
      const grant = JSON.parse(content) as ServerGrant;
      const [kind, name] = nameOf(grant);
      const list = lists[kind].get(name);
      if (list === undefined) lists[kind].set(name, [grant]);
      else list.push(grant);
      count++;
      bytes += Buffer.byteLength(content);
      yield undefined;
    }
    const shelves = emptyShelves<SubjectGrants>();
    for (const kind of kinds)
      for (const [name, grants] of lists[kind]) {
        put(shelves[kind], name, grants);
        yield undefined;
      }
    return new GrantShelves(shelves, { count, bytes });
  }

  /** Whether people are narrowed. */
  get isForPeople(): boolean {
    const { member, role, group } = this.shelves;
    return member.size > 0 || role.size > 0 || group.size > 0;
  }

  get groups(): Shelf {
    return this.shelves.group;
  }

  find(kind: Kind, name: string): SubjectGrants | undefined {
    return this.shelves[kind].get(name);
  }

  /** The grants that name the same as this one. */
  beside(grant: ServerGrant): SubjectGrants | undefined {
    return this.find(...nameOf(grant));
  }

  /** Others than these; whoever is not concerned has the very same grants there. */
  changed({ added, removed }: GrantsChange): GrantShelves {
    const touched = emptyShelves<{ readonly gone: Set<string>; readonly more: ServerGrant[] }>();
    const touch = (grant: ServerGrant) => {
      const [kind, name] = nameOf(grant);
      const known = touched[kind].get(name) ?? { gone: new Set(), more: [] };
      touched[kind].set(name, known);
      return known;
    };
    for (const grant of removed) touch(grant).gone.add(printGrant(grant));
    for (const grant of added) touch(grant).more.push(grant);
    const shelves = { ...this.shelves };
    let { count, bytes } = this.sum;
    for (const kind of kinds) {
      if (touched[kind].size === 0) continue;
      const shelf = new Map(this.shelves[kind]);
      shelves[kind] = shelf;
      for (const [name, { gone, more }] of touched[kind]) {
        const before = shelf.get(name)?.grants ?? [];
        const left = gone.size === 0 ? before : before.filter((grant) => !gone.has(printGrant(grant)));
        put(shelf, name, [...left, ...more]);
        count += left.length + more.length - before.length;
        if (gone.size > 0) bytes -= bytesOf(before) - bytesOf(left);
        bytes += bytesOf(more);
      }
    }
    return new GrantShelves(shelves, { count, bytes });
  }
}

function emptyShelves<Value>(): Record<Kind, Map<string, Value>> {
  return { member: new Map(), role: new Map(), group: new Map(), app: new Map() };
}

function put(shelf: Map<string, SubjectGrants>, name: string, grants: readonly ServerGrant[]): void {
  const [first, ...others] = grants;
  if (first === undefined) shelf.delete(name);
  else shelf.set(name, new SubjectGrants([first, ...others]));
}

function bytesOf(grants: readonly ServerGrant[]): number {
  return grants.reduce((sum, grant) => sum + Buffer.byteLength(printGrant(grant)), 0);
}

function nameOf({ member, role, group, app }: ServerGrant): readonly [Kind, string] {
  if (member !== undefined) return ['member', member];
  if (role !== undefined) return ['role', role];
  return group === undefined ? ['app', app ?? ''] : ['group', group];
}
