import { quotable, substitutionsIn } from '../kernel/foreign-text.js';
import { isJsonObject } from '../kernel/json.js';
import type { Fault } from '../kernel/problem.js';
import { isSafeName } from '../kernel/slug.js';
import type { z } from 'zod';
import { AppConfigSchema } from './app-config.schema.js';
import { pointerTo } from '../platform/http/validate.js';
import { serverFaults } from './server-faults.js';

/** Most entries of the members of a config that are lists by name. */
interface Most {
  readonly mcpServers: number;
  readonly workflows: number;
}

const maxFaults = 200;

/** Everything that is wrong with a config by itself, each with its pointer; nobody is asked. */
export function configFaults(raw: unknown, most: Most): readonly Fault[] {
  const parsed = AppConfigSchema.safeParse(raw);
  const faults = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap(schemaFaults)),
    ...nameFaults(raw, []),
    ...(isJsonObject(raw) ? memberFaults(raw, most) : []),
  ];
  const seen = new Set<string>();
  return faults
    .filter(({ pointer, detail }) => !seen.has(`${pointer} ${detail}`) && seen.add(`${pointer} ${detail}`))
    .slice(0, maxFaults);
}

function memberFaults(config: Readonly<Record<string, unknown>>, most: Most): Fault[] {
  const servers = isJsonObject(config['mcpServers']) ? Object.entries(config['mcpServers']) : [];
  const workflows = isJsonObject(config['workflows']) ? Object.entries(config['workflows']) : [];
  return [
    ...tooMany('mcpServers', servers.length, most.mcpServers),
    ...tooMany('workflows', workflows.length, most.workflows),
    ...servers.flatMap(([name, server]) =>
      isJsonObject(server) ? serverFaults(server, ['mcpServers', name]) : [],
    ),
    ...textFaults(config['chat'], ['chat']),
  ];
}

function tooMany(member: keyof Most, count: number, most: number): Fault[] {
  return count > most
    ? [fault([member], `must have at most ${String(most)} entries, not ${String(count)}`)]
    : [];
}

/** Names that every object has, at any depth: whoever reads them later must not be fooled. */
function nameFaults(value: unknown, path: readonly PropertyKey[]): Fault[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => nameFaults(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    ...(isSafeName(key) ? [] : [fault([...path, key], 'is a name that every object has; choose another')]),
    ...nameFaults(member, [...path, key]),
  ]);
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
      .map((key) => fault([...issue.path, key], 'is not a member of this object'));
  if (issue.code === 'invalid_key')
    return issue.issues.map(({ message }) => fault(issue.path, `as a name ${message}`));
  return [fault(issue.path, issue.message)];
}

function fault(path: readonly PropertyKey[], detail: string): Fault {
  return { pointer: pointerTo(path), detail };
}
