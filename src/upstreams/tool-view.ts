import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../kernel/json.js';
import type { Snapshot } from './catalogue.js';
import { paramHeadersOf } from './modern-headers.js';
import type { ToolPolicy } from './tool-policy.js';

/** A tool under the name that callers use. */
export interface ToolEntry {
  /** The server's name for it. */
  readonly original: string;
  /** As callers see it. */
  readonly shown: JsonObject;
  readonly paramHeaders: ReturnType<typeof paramHeadersOf>;
  /** Says of itself that it may be called twice without harm. */
  readonly repeatable: boolean;
}

/** The tools of a server as its policy shows them. */
export interface ToolView {
  readonly tools: readonly JsonObject[];
  readonly byName: ReadonlyMap<string, ToolEntry>;
  /** Strong validator (RFC 9110 §8.8.3) of the whole list. */
  readonly etag: string;
}

/** Applies a policy to a list; a name that two tools would share goes to the first. */
export function viewOf({ items }: Snapshot, policy: ToolPolicy): ToolView {
  const byName = new Map<string, ToolEntry>();
  for (const tool of items) {
    const original = tool['name'];
    if (typeof original !== 'string' || !policy.allows(original)) continue;
    const shown = policy.show(tool);
    const name = shown['name'] as string;
    if (byName.has(name)) continue;
    byName.set(name, {
      original,
      shown,
      paramHeaders: paramHeadersOf(tool),
      repeatable: isRepeatable(shown),
    });
  }
  const tools = [...byName.values()].map(({ shown }) => shown);
  return { tools, byName, etag: etagOf(tools) };
}

export function etagOf(value: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 27)}"`;
}

function isRepeatable({ annotations }: JsonObject): boolean {
  return (
    isJsonObject(annotations) &&
    (annotations['readOnlyHint'] === true || annotations['idempotentHint'] === true)
  );
}
