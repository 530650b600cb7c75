import { exposedName } from '../apps/exposed-name.js';
import { matchesGlob } from '../kernel/glob.js';
import { isJsonObject, type JsonObject } from '../kernel/json.js';
import { paramHeadersOf } from './modern-headers.js';
import type { ToolChange } from './pins/tool-drift.js';
import type { RegisteredServer } from './registered-server.js';

/** A tool under the name that callers use. */
export interface ToolEntry {
  /** The server's name for it. */
  readonly original: string;
  /** As callers see it. */
  readonly shown: JsonObject;
  readonly paramHeaders: ReturnType<typeof paramHeadersOf>;
  /** Says of itself that it may be called twice without harm. */
  readonly repeatable: boolean;
  /** The app lets it run only after an approval. */
  readonly needsApproval: boolean;
}

/** The tools of a server as its policy shows them. */
export interface ToolView {
  readonly tools: readonly JsonObject[];
  readonly byName: ReadonlyMap<string, ToolEntry>;
  /** What was taken out because it is not what the app's owner accepted, by the name that callers used. */
  readonly blocked: ReadonlyMap<string, ToolChange['kind']>;
}

/** Applies a server's policy to a list; a name that two tools would share goes to the first. */
export function viewOf(items: readonly JsonObject[], server: RegisteredServer): ToolView {
  const { policy } = server;
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
      needsApproval: needsApproval(server, name),
    });
  }
  return { ...listed(byName), blocked: new Map() };
}

/** The same view without the tools that are blocked; `blocked` is by the server's names for them. */
export function withoutBlocked(view: ToolView, blocked: ReadonlyMap<string, ToolChange['kind']>): ToolView {
  const out = new Map<string, ToolChange['kind']>();
  const byName = new Map<string, ToolEntry>();
  for (const [name, entry] of view.byName) {
    const kind = blocked.get(entry.original);
    if (kind === undefined) byName.set(name, entry);
    else out.set(name, kind);
  }
  return out.size === 0 ? view : { ...listed(byName), blocked: out };
}

function listed(byName: ReadonlyMap<string, ToolEntry>): Pick<ToolView, 'tools' | 'byName'> {
  return { tools: [...byName.values()].map(({ shown }) => shown), byName };
}

/** Patterns are for the name that callers of the app use, and for what it was cut from. */
function needsApproval({ app, definition }: RegisteredServer, name: string): boolean {
  const patterns = app?.policies.requireApproval ?? [];
  if (patterns.length === 0) return false;
  const names = [exposedName(definition.name, name), `${definition.name}__${name}`];
  return patterns.some((pattern) => names.some((one) => matchesGlob(pattern, one)));
}

function isRepeatable({ annotations }: JsonObject): boolean {
  return (
    isJsonObject(annotations) &&
    (annotations['readOnlyHint'] === true || annotations['idempotentHint'] === true)
  );
}
