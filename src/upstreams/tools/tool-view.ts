import { exposedName } from '../../apps/document/exposed-name.js';
import { Globs, maxGlobText } from '../../kernel/text/globs.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { paramHeadersOf } from '../../mcp/wire/modern-headers.js';
import type { PinChange } from './pins/drift.js';
import type { RegisteredServer } from '../declared/registered-server.js';

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
  /** What the policy shows and what it excludes, by the server's names. */
  readonly allowed: ReadonlySet<string>;
  readonly denied: ReadonlySet<string>;
  /** What was taken out because it is not what the app's owner accepted, by the name that callers used. */
  readonly blocked: ReadonlyMap<string, PinChange['kind']>;
}

/** Applies a server's policy to a list, in steps; a name that two tools would share goes to the first. */
export function* viewing(
  items: readonly JsonObject[],
  server: RegisteredServer,
): Generator<undefined, ToolView> {
  const { policy } = server;
  const byName = new Map<string, ToolEntry>();
  const allowed = new Set<string>();
  const denied = new Set<string>();
  const approvals = new Globs(server.app?.policies.requireApproval ?? []);
  for (const tool of items) {
    yield undefined;
    const original = tool['name'];
    if (typeof original !== 'string' || allowed.has(original) || denied.has(original)) continue;
    const isAllowed = yield* policy.allowing(original);
    (isAllowed ? allowed : denied).add(original);
    const shown = policy.show(tool);
    const name = shown['name'] as string;
    if (!isAllowed || byName.has(name)) continue;
    byName.set(name, {
      original,
      shown,
      paramHeaders: paramHeadersOf(tool),
      repeatable: isRepeatable(shown),
      needsApproval: yield* needingApproval(approvals, server, name),
    });
  }
  return { ...listed(byName), allowed, denied, blocked: new Map() };
}

/** The same view without the tools that are blocked; `blocked` is by the server's names for them. */
export function withoutBlocked(view: ToolView, blocked: ReadonlyMap<string, PinChange['kind']>): ToolView {
  const out = new Map<string, PinChange['kind']>();
  const byName = new Map<string, ToolEntry>();
  for (const [name, entry] of view.byName) {
    const kind = blocked.get(entry.original);
    if (kind === undefined) byName.set(name, entry);
    else out.set(name, kind);
  }
  return out.size === 0 ? view : { ...view, ...listed(byName), blocked: out };
}

/** The same view as somebody has it whom grants leave some of the tools, found in steps: all others are missing. */
export function* clearing(
  view: ToolView,
  { policy, cleared }: Pick<RegisteredServer, 'policy' | 'cleared'>,
): Generator<undefined, ToolView> {
  const isLeft = (original: string | undefined) =>
    original !== undefined && cleared?.by.covers(original) === true;
  const byName = new Map<string, ToolEntry>();
  for (const [name, entry] of view.byName) {
    yield undefined;
    if (isLeft(entry.original)) byName.set(name, entry);
  }
  return {
    ...listed(byName),
    allowed: new Set([...view.allowed].filter(isLeft)),
    denied: new Set([...view.denied].filter(isLeft)),
    blocked: new Map([...view.blocked].filter(([name]) => isLeft(policy.originalOf(name)))),
  };
}

function listed(byName: ReadonlyMap<string, ToolEntry>): Pick<ToolView, 'tools' | 'byName'> {
  return { tools: [...byName.values()].map(({ shown }) => shown), byName };
}

/** What of a server decides about approvals. */
interface ApprovalServer extends Pick<RegisteredServer, 'app'> {
  readonly definition: { readonly name: string };
}

/** Then what needs an approval stands behind the rules of the app, and it is they that ask. */
function hasOwnRules({ app }: ApprovalServer): boolean {
  return (app?.policies.rules ?? []).length > 0;
}

/** Whether the app lets a tool run only after an approval, found in steps. */
export function needingAppApproval(server: ApprovalServer, name: string): Generator<undefined, boolean> {
  return needingApproval(new Globs(server.app?.policies.requireApproval ?? []), server, name);
}

/** Patterns are for the name that callers of the app use, and for what it was cut from. What is too long for them needs one. */
function* needingApproval(
  approvals: Globs,
  server: ApprovalServer,
  name: string,
): Generator<undefined, boolean> {
  if (approvals.isEmpty || hasOwnRules(server)) return false;
  const { definition } = server;
  const whole = `${definition.name}__${name}`;
  if (whole.length > maxGlobText) return true;
  const exposed = exposedName(definition.name, name);
  if (yield* approvals.matching(whole)) return true;
  return exposed !== whole && (yield* approvals.matching(exposed));
}

function isRepeatable({ annotations }: JsonObject): boolean {
  return (
    isJsonObject(annotations) &&
    (annotations['readOnlyHint'] === true || annotations['idempotentHint'] === true)
  );
}
