import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '../../kernel/json.js';
import { invisibleCharacters } from './invisible-characters.js';

/** What of a tool decides how a model uses it; a change of any of these is drift. */
export const pinnedMembers = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;
export type PinnedMember = (typeof pinnedMembers)[number];

/** A tool as it was seen: a digest of each member that it has, and the beginning of its description for people to compare. */
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

/** Whether two fingerprints are of the same tool; the members in which they differ. */
export function differences(a: ToolFingerprint, b: ToolFingerprint): PinnedMember[] {
  return pinnedMembers.filter((member) => a.digests[member] !== b.digests[member]);
}

function readSet(items: readonly JsonObject[]): ToolSet {
  const tools = new Map<string, ToolFingerprint>();
  const warnings: ToolWarning[] = [];
  for (const item of items) {
    const { name, description } = item;
    if (typeof name !== 'string' || tools.has(name)) continue;
    const members = pinnedMembers.filter((member) => item[member] !== undefined);
    const texts = new Map(members.map((member) => [member, canonicalJson(item[member])]));
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

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
