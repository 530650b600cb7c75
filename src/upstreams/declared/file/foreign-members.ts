import type { JsonObject } from '../../../kernel/json/json.js';
import { nearestOf } from '../../../kernel/text/nearest.js';

/** What a member of a server says that the gateway does not know: a fault may have been meant as a rule, a warning hardly. */
export interface ForeignMember {
  readonly name: string;
  readonly isFault: boolean;
  readonly problem: string;
}

/** What keeps callers from things: a misspelt one must not be passed over. */
const rules = [
  'tools',
  'overrides',
  'isolation',
  'disabled',
  'auth',
  'run',
  'integrity',
  'policies',
] as const;

/** Words that stand for a rule, too. */
const otherWords: Readonly<Record<string, (typeof rules)[number]>> = {
  allow: 'tools',
  deny: 'tools',
  isolated: 'isolation',
  isolate: 'isolation',
  disable: 'disabled',
  authentication: 'auth',
  authorization: 'auth',
  oauth: 'auth',
  policy: 'policies',
  rules: 'policies',
  sandbox: 'run',
  runner: 'run',
  runas: 'run',
  uid: 'run',
  gid: 'run',
};

/** Members by which clients switch a server on; off, they mean `disabled`. */
const switches: ReadonlySet<string> = new Set(['enabled', 'isActive', 'active']);

/** What desktop clients know and the gateway has no use for. */
const ofClients: ReadonlySet<string> = new Set([
  ...['autoApprove', 'alwaysAllow', 'disabledTools', 'timeout', 'trust', 'transport', 'transportType'],
  ...['name', 'title', 'displayName', 'icon', 'iconUrl', 'version', 'provider', 'tags', 'id', 'source'],
  ...['note', 'notes', 'comment', '//', '_comment', '$comment', 'metadata', 'gallery', 'dev', 'envFile'],
  ...['autoStart', 'autostart', 'restart', 'initTimeout', 'startupTimeout', 'requestTimeout', 'retries'],
  ...[
    'startup_timeout_sec',
    'startup_timeout_ms',
    'tool_timeout_sec',
    'shortTermTimeout',
    'longRunningTimeout',
  ],
  ...['registryUrl', 'logoUrl', 'providerUrl', 'installSource', 'isBuiltin', 'sandboxEnabled'],
]);

/** The members of a declaration that are not among `known`, but for those of desktop clients and `x-…`. */
export function foreignMembers(declared: JsonObject, known: readonly string[]): ForeignMember[] {
  return Object.entries(declared).flatMap(([name, value]): ForeignMember[] => {
    if (known.includes(name) || ofClients.has(name) || name.startsWith('x-')) return [];
    const meant = meantRule(name, value);
    if (meant !== undefined) return [{ name, isFault: true, problem: faultOf(meant) }];
    if (switches.has(name)) return [];
    const nearest = nearestOf(name, known);
    const advice = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
    return [
      { name, isFault: false, problem: `is not a member that the gateway knows: it is passed over${advice}` },
    ];
  });
}

function meantRule(name: string, value: unknown): (typeof rules)[number] | undefined {
  if (switches.has(name)) return value === true ? undefined : 'disabled';
  return otherWords[name.toLowerCase()] ?? (nearestOf(name, rules) as (typeof rules)[number] | undefined);
}

function faultOf(meant: string): string {
  return `is not a member that the gateway knows; did you mean "${meant}"? The server is not used before this is clear`;
}
