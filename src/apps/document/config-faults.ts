import { quotable, substitutionsIn } from '../../kernel/text/foreign-text.js';
import { isJsonObject } from '../../kernel/json/json.js';
import { nearestOf } from '../../kernel/text/nearest.js';
import type { Fault } from '../../kernel/problems/problem.js';
import { isSafeName } from '../../kernel/text/slug.js';
import type { z } from 'zod';
import { AppConfigSchema } from './app-config.schema.js';
import { issueText, pointerTo } from '../../platform/http/bodies/validate.js';
import { configMembersAt } from './config-members.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import { hookFaults } from './policies/hook-faults.js';
import { serverFaults, type ServerBounds } from './server-faults.js';

/** Most entries of the members of a config that are lists by name. */
interface Most extends ServerBounds {
  readonly mcpServers: number;
  readonly workflows: number;
}

const maxFaults = 200;
/** There are seven, and those that begin with `x-`. */
const maxMembers = 1000;

/** Everything that is wrong with a config by itself, each with its pointer; nobody is asked. */
export function configFaults(raw: unknown, most: Most): Promise<readonly Fault[]> {
  return inSlices(collect(raw, most));
}

function* collect(raw: unknown, most: Most): Generator<undefined, readonly Fault[]> {
  if (isJsonObject(raw) && Object.keys(raw).length > maxMembers)
    return [fault([], `must have at most ${String(maxMembers)} members`)];
  // Before the schema looks at each of them, in one step.
  const crowded = isJsonObject(raw) ? crowdedFaults(raw, most) : [];
  if (crowded.length > 0) return crowded;
  const parsed = AppConfigSchema.safeParse(raw);
  yield undefined;
  const faults = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap(schemaFaults)),
    ...(yield* nameFaults(raw, [])),
    ...(isJsonObject(raw) ? yield* memberFaults(raw, most) : []),
  ];
  const seen = new Set<string>();
  return faults
    .filter(({ pointer, detail }) => !seen.has(`${pointer} ${detail}`) && seen.add(`${pointer} ${detail}`))
    .slice(0, maxFaults);
}

function* memberFaults(config: Readonly<Record<string, unknown>>, most: Most): Generator<undefined, Fault[]> {
  const servers = isJsonObject(config['mcpServers']) ? Object.entries(config['mcpServers']) : [];
  const ofServers: Fault[] = [];
  for (const [name, server] of servers) {
    if (isJsonObject(server)) ofServers.push(...serverFaults(server, ['mcpServers', name], most));
    yield undefined;
  }
  return [...ofServers, ...hookFaults(config), ...textFaults(config['chat'], ['chat'])];
}

function crowdedFaults(config: Readonly<Record<string, unknown>>, most: Most): Fault[] {
  return (['mcpServers', 'workflows'] as const).flatMap((member) => {
    const entries = config[member];
    const count = isJsonObject(entries) ? Object.keys(entries).length : 0;
    return count > most[member]
      ? [fault([member], `must have at most ${String(most[member])} entries, not ${String(count)}`)]
      : [];
  });
}

/** Names that every object has, at any depth: whoever reads them later must not be fooled. */
function* nameFaults(value: unknown, path: readonly PropertyKey[]): Generator<undefined, Fault[]> {
  const faults: Fault[] = [];
  if (typeof value !== 'object' || value === null) return faults;
  const isList = Array.isArray(value);
  for (const [key, member] of Object.entries(value)) {
    yield undefined;
    const at = [...path, key];
    if (!isList && !isSafeName(key))
      faults.push(fault(at, 'is a name that every object has; choose another'));
    if (typeof member === 'object') faults.push(...(yield* nameFaults(member, at)));
  }
  return faults;
}

/** Where nothing is substituted, what looks as if it were is a misunderstanding. */
function textFaults(value: unknown, path: readonly PropertyKey[]): Fault[] {
  if (typeof value === 'string')
    return substitutionsIn(value)
      .filter((found) => /^\$\{(?:secret|env|input):/.test(found))
      .map((found) => fault(path, `${quotable(found)} is not replaced here, only in header and env values`));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => textFaults(member, [...path, key]));
}

function schemaFaults(issue: z.core.$ZodIssue): Fault[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .filter((key) => !key.startsWith('x-'))
      .slice(0, maxFaults)
      .map((key) => {
        const nearest = nearestOf(key, configMembersAt(issue.path));
        const advice = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
        return fault([...issue.path, key], `is not a member of this object${advice}`);
      });
  if (issue.code === 'invalid_key')
    return issue.issues.map(({ message }) => fault(issue.path, `as a name ${message}`));
  return [fault(issue.path, issueText(issue))];
}

function fault(path: readonly PropertyKey[], detail: string): Fault {
  return { pointer: pointerTo(path), detail };
}
