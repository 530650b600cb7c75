import type { JsonObject } from '../../../kernel/json/json.js';
import { nearestOf } from '../../../kernel/text/nearest.js';
import { readClientServer } from '../../../kernel/client-files/read-client-server.js';
import type { ClientNote } from '../../../kernel/client-files/server-draft.js';

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

/** A member that neither the gateway nor a client is known to have. */
export function foreignMember(name: string, known: readonly string[]): ForeignMember {
  const meant = otherWords[name.toLowerCase()] ?? nearestOf(name, rules);
  if (meant !== undefined) return { name, isFault: true, problem: faultOf(meant) };
  const nearest = nearestOf(name, known);
  const advice = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  return {
    name,
    isFault: false,
    problem: `is not a member that the gateway knows: it is passed over${advice}`,
  };
}

/** Members that clients have and that change who may use what, or what is sent: a declaration has them in the words of the gateway. */
export function untranslatedMembers(declared: JsonObject, known: readonly string[]): ForeignMember[] {
  return Object.entries(declared).flatMap(([name, value]): ForeignMember[] => {
    const { server, notes, unknown } = readClientServer({ [name]: value }, known);
    if (unknown.length > 0) return [foreignMember(name, known)];
    if (known.includes(name) || isHarmless(server, notes)) return [];
    const members = Object.keys(server).map((member) => `\`${member}\``);
    const instead = members.length === 0 ? '' : `: write ${members.join(' and ')} instead`;
    return [{ name, isFault: true, problem: `is a member of other clients${instead}` }];
  });
}

function isHarmless(server: JsonObject, notes: readonly ClientNote[]): boolean {
  const harmless = new Set(['timeoutMs', 'type']);
  return (
    Object.keys(server).every((member) => harmless.has(member)) &&
    notes.every(({ effect }) => effect === 'note' || effect === 'warning')
  );
}

function faultOf(meant: string): string {
  return `is not a member that the gateway knows; did you mean "${meant}"? The server is not used before this is clear`;
}
