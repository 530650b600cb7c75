import {
  changedMembers,
  type Fingerprint,
  type HiddenText,
  type PinKind,
  type PinnedMember,
  type PinnedSet,
} from './fingerprint.js';

/** Which pin: each server of an app has one of each kind. */
export interface PinKey {
  readonly serverId: string;
  readonly kind: PinKind;
}

/** What a server of an app has of one kind, as somebody accepted it, or as it was first seen. */
export interface Pin extends PinKey {
  readonly appId: string;
  readonly items: ReadonlyMap<string, Fingerprint>;
  /** Grows with each acceptance. */
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly pinnedAt: number;
  /** User who accepted; `undefined` at first sight. */
  readonly acceptedBy: string | undefined;
  /** Digest of the last set whose drift was reported. */
  readonly reported: string | undefined;
}

/** One difference between what is pinned and what the server says now; `name` is the server's name for it. */
export interface PinChange {
  readonly name: string;
  readonly kind: 'changed' | 'added' | 'removed';
  /** Of what has changed. */
  readonly members: readonly PinnedMember[];
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface PinDrift {
  readonly changes: readonly PinChange[];
  readonly warnings: readonly HiddenText[];
  /** Digest of the set as it is now. */
  readonly digest: string;
}

/** Whether the app sees something, by the server's name for it; found in steps. */
export type Matters = (name: string) => Generator<undefined, boolean>;

/** Where no rule of an app hides anything. */
export function* everything(): Generator<undefined, boolean> {
  yield undefined;
  return true;
}

/** Those names that matter, in steps. */
export function* mattering(names: Iterable<string>, matters: Matters): Generator<undefined, Set<string>> {
  const found = new Set<string>();
  for (const name of names) {
    yield undefined;
    if (yield* matters(name)) found.add(name);
  }
  return found;
}

/** Compares a set with its pin, in steps. What the app's policy hides does not matter to it. */
export function* comparing(pin: Pin, set: PinnedSet, matters: Matters): Generator<undefined, PinDrift> {
  const all = new Set([...pin.items.keys(), ...set.items.keys()]);
  const names = yield* mattering(all, matters);
  return {
    changes: [...names]
      .sort()
      .flatMap((name) => changeOf(pin.kind, name, pin.items.get(name), set.items.get(name)) ?? []),
    warnings: set.warnings.filter(({ name }) => names.has(name)),
    digest: set.digest,
  };
}

/** The pin with all digests of those of which it knows less but nothing else; itself when there are none. */
export function completed(pin: Pin, { items: now }: PinnedSet): Pin {
  const more = [...pin.items].flatMap(([name, before]) => {
    const after = now.get(name);
    const isPartial = before.digests.other === undefined && after !== undefined;
    return isPartial && changedMembers(pin.kind, before, after).length === 0 ? [[name, after] as const] : [];
  });
  return more.length === 0 ? pin : { ...pin, items: new Map([...pin.items, ...more]) };
}

function changeOf(
  kind: PinKind,
  name: string,
  before: Fingerprint | undefined,
  after: Fingerprint | undefined,
): PinChange | undefined {
  const texts = { before: before?.description, after: after?.description };
  if (before === undefined) return { name, kind: 'added', members: [], ...texts };
  if (after === undefined) return { name, kind: 'removed', members: [], ...texts };
  const members = changedMembers(kind, before, after);
  return members.length === 0 ? undefined : { name, kind: 'changed', members, ...texts };
}
