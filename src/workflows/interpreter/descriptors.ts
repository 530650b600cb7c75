import { isJsonObject, type JsonObject, type JsonRecord, type JsonValue } from '../../kernel/json/json.js';
import { version } from '../../version.js';
import type { Reads } from '../expressions/template.js';
import type { Frame } from './frame.js';

/** `$runtime` (DSL, Runtime Descriptor). */
export const describedRuntime: JsonRecord = { name: 'gantry', version, metadata: {} };

/** `$workflow` (DSL, Workflow Descriptor). The definition is large: it travels only to expressions that may ask for it. */
export function describedWorkflow({ descriptors }: Reads, frame: Frame): JsonValue {
  const { definition, ports, workflowInput } = frame;
  return {
    ...{ id: ports.context.runId, input: workflowInput, startedAt: dateTime(ports.context.startedAt) },
    ...(descriptors.definition ? { definition: definition.document } : {}),
  } as JsonValue;
}

/** `$task` (DSL, Task Descriptor); `undefined` outside of tasks. When it began is remembered only where somebody asks. */
export async function describedTask({ descriptors }: Reads, frame: Frame): Promise<JsonValue | undefined> {
  const { definition, ports, task } = frame;
  if (task === undefined) return undefined;
  const { name, key, path, input, output } = task;
  const reference = definition.pointers.get(path) ?? '/do';
  const began = descriptors.startedAt ? await ports.context.now(`${key}/startedAt`) : undefined;
  return {
    ...{ name, key, reference, input },
    ...(output === undefined ? {} : { output }),
    ...(began === undefined ? {} : { startedAt: dateTime(began) }),
    ...(descriptors.definition ? { definition: partAt(definition.document, reference) } : {}),
  } as JsonValue;
}

/** DSL, DateTime Descriptor. */
function dateTime(milliseconds: number): JsonObject {
  const epoch = { seconds: Math.floor(milliseconds / 1000), milliseconds };
  return { iso8601: new Date(milliseconds).toISOString(), epoch };
}

/** What a JSON pointer (RFC 6901) leads to. */
function partAt(document: JsonObject, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>((part, name) => {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    return Array.isArray(part) ? part[Number(key)] : isJsonObject(part) ? part[key] : undefined;
  }, document);
}
