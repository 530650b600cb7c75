import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '../../../kernel/json/json.js';
import { inSlices } from '../../../kernel/pacing/slices.js';
import { invisibleCharacters } from './invisible-characters.js';

/** What is pinned; a change of any of these is drift. `other`: all members that are not named, known or unknown, `_meta` too. */
export const pinnedMembers = [
  ...(['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const),
  ...(['arguments', 'instructions', 'other'] as const),
] as const;
export type PinnedMember = (typeof pinnedMembers)[number];

/** Members with a digest of their own, so that people are told which of them has changed. */
const namedMembers = {
  tools: ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'],
  prompts: ['title', 'description', 'arguments'],
  instructions: ['instructions'],
} as const satisfies Readonly<Record<string, readonly PinnedMember[]>>;

/** What a server has that models read. Its instructions are a list of one or none. */
export type PinKind = keyof typeof namedMembers;
export const pinKinds = ['tools', 'prompts', 'instructions'] as const satisfies readonly PinKind[];

/** Members that may change without anybody being asked, and why. `name` is what things are pinned by. */
const harmlessMembers: ReadonlyMap<string, string> = new Map([
  [
    'icons',
    'pictures for people: no model is given them, nothing is decided by them, and addresses differ by release',
  ],
]);

/**
 * A thing as it was seen: a digest of each named member that it has, and one of the others, empty or not; the beginning of what it says
 * for people to compare. `other` is missing in what was pinned before it was there.
 */
export interface Fingerprint {
  readonly digests: Readonly<Partial<Record<PinnedMember, string>>>;
  readonly description?: string;
}

/** Something that people do not see. */
export interface HiddenText {
  readonly name: string;
  readonly member: 'name' | PinnedMember;
  /** As `U+200B`. */
  readonly characters: readonly string[];
}

/** All things of one kind that a server has, as they were seen. */
export interface PinnedSet {
  readonly items: ReadonlyMap<string, Fingerprint>;
  /** Digest over names and members of all, whatever their order. */
  readonly digest: string;
  readonly warnings: readonly HiddenText[];
}

const maxDescription = 500;
const sets = new WeakMap<readonly JsonObject[], Promise<PinnedSet>>();

/** The fingerprints of a list as the server sent it; of things with the same name the first counts, as everywhere. Long lists take their turns. */
export function pinnedSetOf(kind: PinKind, items: readonly JsonObject[]): Promise<PinnedSet> {
  let set = sets.get(items);
  if (set === undefined) sets.set(items, (set = inSlices(readSet(kind, items))));
  return set;
}

/** The digest of a set of fingerprints. */
function digestOf(items: ReadonlyMap<string, Fingerprint>): string {
  const names = [...items.keys()].sort();
  return sha256(canonicalJson(names.map((name) => [name, items.get(name)?.digests])));
}

/** The members in which two fingerprints differ. Those of which one knows nothing are passed over. */
export function changedMembers(kind: PinKind, a: Fingerprint, b: Fingerprint): PinnedMember[] {
  const isPartial = a.digests.other === undefined || b.digests.other === undefined;
  const compared: readonly PinnedMember[] = isPartial ? namedMembers[kind] : [...namedMembers[kind], 'other'];
  return compared.filter((member) => a.digests[member] !== b.digests[member]);
}

function* readSet(kind: PinKind, list: readonly JsonObject[]): Generator<undefined, PinnedSet> {
  const items = new Map<string, Fingerprint>();
  const warnings: HiddenText[] = [];
  for (const item of list) {
    yield undefined;
    const { name } = item;
    if (typeof name !== 'string' || items.has(name)) continue;
    const texts = pinnedTexts(kind, item);
    const says = item[kind === 'instructions' ? 'instructions' : 'description'];
    items.set(name, {
      digests: Object.fromEntries([...texts].map(([member, text]) => [member, sha256(text).slice(0, 16)])),
      ...(typeof says === 'string' ? { description: says.slice(0, maxDescription) } : {}),
    });
    for (const [member, text] of [['name', name] as const, ...texts]) {
      const characters = invisibleCharacters(text);
      if (characters.length > 0) warnings.push({ name, member, characters });
    }
  }
  return { items, digest: digestOf(items), warnings };
}

/** What is pinned of a thing, as texts that do not depend on the order of members. */
function pinnedTexts(kind: PinKind, item: JsonObject): ReadonlyMap<PinnedMember, string> {
  const members: readonly PinnedMember[] = namedMembers[kind];
  const named = members.filter((member) => item[member] !== undefined);
  const passed: readonly string[] = ['name', ...members, ...harmlessMembers.keys()];
  const other = Object.entries(item).filter(([member]) => !passed.includes(member));
  return new Map<PinnedMember, string>([
    ...named.map((member) => [member, canonicalJson(item[member])] as const),
    ['other', canonicalJson(Object.fromEntries(other))],
  ]);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
