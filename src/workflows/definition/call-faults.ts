import type { JsonObject } from '../../kernel/json/json.js';
import type { Fault } from '../../kernel/problems/problem.js';
import { expressionIn } from '../expressions/template.js';
import { schemaFaults } from './schema/json-schema.js';
import type { CallSite } from './workflow-definition.js';

/** Input schemas of tools by server and tool; `undefined` for a server whose tools are not known. */
export type KnownTools = ReadonlyMap<string, ReadonlyMap<string, JsonObject> | undefined>;

/** What is wrong with a call as far as that can be told before it is made. */
export function callFaults(
  { server, tool, pointer, arguments: values }: CallSite,
  known: KnownTools,
): readonly Fault[] {
  const call = `${pointer}/call`;
  if (!known.has(server)) return [{ pointer: call, detail: `names no server of this app: ${server}` }];
  const tools = known.get(server);
  if (tools === undefined) return [];
  const schema = tools.get(tool);
  if (schema === undefined)
    return [{ pointer: call, detail: `names no tool that ${server} has now: ${tool}` }];
  return schemaFaults(schema, values.value, isExpression).map((fault) => ({
    pointer: `${pointer}/with${fault.pointer}`,
    detail: fault.detail,
  }));
}

function isExpression(value: unknown): boolean {
  return typeof value === 'string' && expressionIn(value) !== undefined;
}
