import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json/json.js';
import { RequestFault } from '../../../upstreams/openapi/matching/request-fault.js';
import { askedCall, requestName } from '../../definition/requests/asked-call.js';
import type { CallTask, RequestTask } from '../../definition/workflow-definition.js';
import { expressionIn } from '../../expressions/template.js';
import { valueOf } from '../evaluation.js';
import type { Frame } from '../frame.js';
import type { FoundTool } from '../tool-access.port.js';
import { WorkflowFailure } from '../workflow-error.js';

/** The tool that a task calls. */
export interface CalledTool extends FoundTool {
  /** Names of arguments that expressions made. */
  readonly computed: readonly string[];
}

/** What a task calls: it says so itself, or it is looked up when somebody asks, once. */
export interface Called {
  /** What is known without looking it up. */
  readonly known: CalledTool | undefined;
  /** Throws `WorkflowFailure`. */
  find(): Promise<CalledTool>;
}

/** What a task calls with the values that its expressions have now. */
export async function calledBy(task: CallTask, input: JsonValue, frame: Frame): Promise<Called> {
  const values = await valueOf(task.arguments, input, frame);
  if (task.api === undefined) {
    const { server, tool } = task;
    const computed = computedIn(task.arguments.value);
    const known = { server, tool, arguments: values as JsonObject, computed };
    return { known, find: () => Promise.resolve(known) };
  }
  let found: Promise<CalledTool> | undefined;
  return { known: undefined, find: () => (found ??= foundTool(task, values, input, frame)) };
}

/** `tool@server`, or what a request asks for while its tool is not known. */
export function calledName(task: CallTask, found?: FoundTool): string {
  if (found !== undefined) return `${found.tool}@${found.server}`;
  return task.api === undefined ? `${task.tool}@${task.server}` : requestName(task);
}

async function foundTool(
  task: RequestTask,
  values: JsonValue,
  input: JsonValue,
  { key, ports }: Frame,
): Promise<CalledTool> {
  try {
    const asked = askedCall(task, values, isJsonObject(input) ? input : {});
    const { server, tool, arguments: given } = await ports.tools.find(asked, requestName(task));
    return { server, tool, arguments: given, computed: Object.keys(given) };
  } catch (error) {
    if (error instanceof RequestFault)
      throw WorkflowFailure.of('validation', `${task.path}/with${error.pointer} ${error.message}`, key);
    throw error instanceof WorkflowFailure
      ? new WorkflowFailure({ ...error.error, instance: key, tool: calledName(task) })
      : error;
  }
}

function computedIn(template: JsonValue): string[] {
  const members = isJsonObject(template) ? Object.entries(template) : [];
  return members.flatMap(([name, value]) =>
    typeof value === 'string' && expressionIn(value) !== undefined ? [name] : [],
  );
}
