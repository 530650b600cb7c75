import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '../../kernel/json.js';
import { invisibleCharacters } from './invisible-characters.js';

/** Members with a digest of their own, so that people are told which of them has changed. */
const namedMembers = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;
/** What is pinned of a tool; a change of any of these is drift. `other`: all members that are not named, known or unknown, `_meta` too. */
export const pinnedMembers = [...namedMembers, 'other'] as const;
export type PinnedMember = (typeof pinnedMembers)[number];

/** Members that may change without anybody being asked, and why. `name` is what tools are pinned by. */
const harmlessMembers: ReadonlyMap<string, string> = new Map([
  [
    'icons',
    'pictures for people: no model is given them, nothing is decided by them, and addresses differ by release',
  ],
]);

/**
 * A tool as it was seen: a digest of each named member that it has, and one of the others, empty or not; the beginning of its description
 * for people to compare. `other` is missing in what was pinned before it was there.
 */
export interface ToolFingerprint {
  readonly digests: Readonly<Partial<Record<PinnedMember, string>>>;
  readonly description?: string;
}

/** Something in a tool that people do not see. */
export interface ToolWarning {
  readonly tool: string;
  readonly member: 'name' | PinnedMember;
  /** As `U+200B`. */
  readonly characters: readonly string[];
}

/** All tools of a server as they were seen. */
export interface ToolSet {
  readonly tools: ReadonlyMap<string, ToolFingerprint>;
  /** Digest over names and members of all tools, whatever their order. */
  readonly digest: string;
  readonly warnings: readonly ToolWarning[];
}

const maxDescription = 500;
const sets = new WeakMap<readonly JsonObject[], ToolSet>();

/** The fingerprints of a list as the server sent it; of tools with the same name the first counts, as everywhere. */
export function toolSetOf(items: readonly JsonObject[]): ToolSet {
  let set = sets.get(items);
  if (set === undefined) sets.set(items, (set = readSet(items)));
  return set;
}

/** The digest of a set of fingerprints. */
function digestOf(tools: ReadonlyMap<string, ToolFingerprint>): string {
  const names = [...tools.keys()].sort();
  return sha256(canonicalJson(names.map((name) => [name, tools.get(name)?.digests])));
}

/** The members in which two fingerprints of a tool differ. Those of which one knows nothing are passed over. */
export function differences(a: ToolFingerprint, b: ToolFingerprint): PinnedMember[] {
  const isPartial = a.digests.other === undefined || b.digests.other === undefined;
  const compared = isPartial ? namedMembers : pinnedMembers;
  return compared.filter((member) => a.digests[member] !== b.digests[member]);
}

function readSet(items: readonly JsonObject[]): ToolSet {
  const tools = new Map<string, ToolFingerprint>();
  const warnings: ToolWarning[] = [];
  for (const item of items) {
    const { name, description } = item;
    if (typeof name !== 'string' || tools.has(name)) continue;
    const texts = pinnedTexts(item);
    tools.set(name, {
      digests: Object.fromEntries([...texts].map(([member, text]) => [member, sha256(text).slice(0, 16)])),
      ...(typeof description === 'string' ? { description: description.slice(0, maxDescription) } : {}),
    });
    for (const [member, text] of [['name', name] as const, ...texts]) {
      const characters = invisibleCharacters(text);
      if (characters.length > 0) warnings.push({ tool: name, member, characters });
    }
  }
  return { tools, digest: digestOf(tools), warnings };
}

/** What is pinned of a tool, as texts that do not depend on the order of members. */
function pinnedTexts(item: JsonObject): ReadonlyMap<PinnedMember, string> {
  const named = namedMembers.filter((member) => item[member] !== undefined);
  const passed: readonly string[] = ['name', ...namedMembers, ...harmlessMembers.keys()];
  const other = Object.entries(item).filter(([member]) => !passed.includes(member));
  return new Map<PinnedMember, string>([
    ...named.map((member) => [member, canonicalJson(item[member])] as const),
    ['other', canonicalJson(Object.fromEntries(other))],
  ]);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
