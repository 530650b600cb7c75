import type { PlacedGrant } from './clearance.js';
import { printGrant, type ServerGrant } from './server-grant.js';

export type Grants = readonly PlacedGrant[];
type Kind = 'member' | 'role' | 'group' | 'app';

/** Grants that were added and taken away, apps by their ids. */
export interface GrantsChange {
  readonly added: readonly ServerGrant[];
  readonly removed: readonly ServerGrant[];
}

const none: Grants = [];

/** The grants of an account by whom they name. A place in the list is never given twice. */
export class GrantShelves {
  private readonly kinds: Record<Kind, Map<string, Grants>> = {
    ...{ member: new Map<string, Grants>(), role: new Map<string, Grants>() },
    ...{ group: new Map<string, Grants>(), app: new Map<string, Grants>() },
  };
  private nextPlace = 0;

  /** Put in steps; in the order of the list. */
  static *reading(rows: Iterable<{ readonly content: string }>): Generator<undefined, GrantShelves> {
    const made = new GrantShelves();
    const own = new Set<Grants>();
    for (const { content } of rows) {
      made.put(JSON.parse(content) as ServerGrant, own);
      yield undefined;
    }
    return made;
  }

  /** Whether people are narrowed. */
  get isForPeople(): boolean {
    const { member, role, group } = this.kinds;
    return member.size > 0 || role.size > 0 || group.size > 0;
  }

  get groups(): ReadonlyMap<string, Grants> {
    return this.kinds.group;
  }

  find(kind: Kind, name: string): Grants {
    return this.kinds[kind].get(name) ?? none;
  }

  /** Others than these; whoever is not concerned has the very same grants there. */
  changed({ added, removed }: GrantsChange): GrantShelves {
    const made = new GrantShelves();
    const touched = new Set([...added, ...removed].map((grant) => nameOf(grant)[0]));
    for (const kind of Object.keys(this.kinds) as Kind[])
      made.kinds[kind] = touched.has(kind) ? new Map(this.kinds[kind]) : this.kinds[kind];
    made.nextPlace = this.nextPlace;
    made.remove(removed);
    const own = new Set<Grants>();
    for (const grant of added) made.put(grant, own);
    return made;
  }

  /** `own`: the lists that are nobody else's, so that they can grow. */
  private put(grant: ServerGrant, own: Set<Grants>): void {
    const [kind, name] = nameOf(grant);
    const placed = { place: this.nextPlace++, grant };
    const known = this.kinds[kind].get(name);
    if (known !== undefined && own.has(known)) (known as PlacedGrant[]).push(placed);
    else {
      const list = [...(known ?? none), placed];
      own.add(list);
      this.kinds[kind].set(name, list);
    }
  }

  private remove(removed: readonly ServerGrant[]): void {
    const gone = new Map<Grants, { readonly of: readonly [Kind, string]; readonly texts: Set<string> }>();
    for (const grant of removed) {
      const of = nameOf(grant);
      const list = this.find(...of);
      const known = gone.get(list) ?? { of, texts: new Set() };
      known.texts.add(printGrant(grant));
      gone.set(list, known);
    }
    for (const [
      list,
      {
        of: [kind, name],
        texts,
      },
    ] of gone) {
      const left = list.filter(({ grant }) => !texts.has(printGrant(grant)));
      if (left.length === 0) this.kinds[kind].delete(name);
      else this.kinds[kind].set(name, left);
    }
  }
}

function nameOf({ member, role, group, app }: ServerGrant): readonly [Kind, string] {
  if (member !== undefined) return ['member', member];
  if (role !== undefined) return ['role', role];
  return group === undefined ? ['app', app ?? ''] : ['group', group];
}
