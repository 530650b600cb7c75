import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { redactKept } from '../../../kernel/text/secret-patterns.js';
import { hasVariables } from '../../definition/requests/asked-call.js';
import { callsAfter } from '../../definition/calls-after.js';
import type { CallTask, ListenTask } from '../../definition/workflow-definition.js';
import { expressionIn, type Template } from '../../expressions/template.js';
import { calledBy, type CalledTool } from '../tasks/called-tool.js';
import type { ApprovedCall } from '../tool-access.port.js';
import { WorkflowFailure } from '../workflow-error.js';
import type { Frame } from '../frame.js';

/** The call that an approval is waited for. */
export interface AwaitedApproval {
  readonly call: ApprovedCall;
  /** As the waiting step shows it: `arguments` as far as they are known before, else the expressions (`with`). */
  readonly shown: JsonObject;
}

/** The first call after a `listen` that runs only when it is approved; `undefined` when there is none. */
export async function awaitedApproval(
  listen: ListenTask,
  frame: Frame,
): Promise<AwaitedApproval | undefined> {
  for (const task of callsAfter(frame.definition.tasks, listen)) {
    const place = task.api === undefined ? task : await calledBefore(task, frame);
    if (place === undefined) continue;
    const { server, tool } = place;
    if (!(await frame.ports.tools.needsApproval(server, tool))) continue;
    const called = await calledBefore(task, frame);
    const { path } = task;
    const call = { path, server, tool };
    const shown = { step: path, tool: `${tool}@${server}` };
    return called === undefined
      ? { call, shown: { ...shown, with: redactKept(task.arguments.value) } }
      : {
          call: { ...call, arguments: called.arguments },
          shown: { ...shown, arguments: redactKept(called.arguments) },
        };
  }
  return undefined;
}

/** What it calls, when nothing can change that any more before the call. A request whose address has variables is one that can. */
async function calledBefore(task: CallTask, frame: Frame): Promise<CalledTool | undefined> {
  if (!isSettled(task.arguments, frame) || (task.api !== undefined && hasVariables(task))) return undefined;
  try {
    const found = await (await calledBy(task, null, frame)).find();
    return isJsonObject(found.arguments) ? found : undefined;
  } catch (error) {
    if (error instanceof WorkflowFailure) return undefined;
    throw error;
  }
}

/** Whether its expressions read nothing but the input of the workflow and the outputs of steps that are there. Rather no than yes. */
function isSettled({ value, reads, language }: Template, { state: { steps } }: Frame): boolean {
  if (reads === undefined) return true;
  if (reads.steps === undefined || [...reads.steps].some((name) => steps[name] === undefined)) return false;
  return textsIn(value).every((text) => {
    const expression = expressionIn(text);
    return expression === undefined || readsNoData(expression, language);
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const literals = /"[^"\\]*"|'[^'\\]*'/g;
const known = /\$(?:workflow|steps)(?!\w)(?:\s*\.\s*(?:\w+|`[^`]*`))+/g;
const functions = /\$[a-zA-Z]\w*(?=\s*\()/g;
const rest = /^(?:[\s\d.,:?&+\-/<>=!(){}[\]]|\b(?:and|or|in|true|false|null)\b)*$/;

/** Told from the text alone: what is left of it without literals and known variables has no name in it, and in jq no dot. */
function readsNoData(expression: string, language: Template['language']): boolean {
  const left = expression.replaceAll(literals, '').replaceAll(known, '').replaceAll(functions, '');
  return rest.test(left) && !(language === 'jq' && left.includes('.'));
}
