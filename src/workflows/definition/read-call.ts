import type { Cursor } from './cursor.js';
import { readTemplate } from './read-values.js';
import type { ListScope } from './scope.js';
import { readRequest } from './requests/read-request.js';
import { readTerms } from './read-terms.js';
import type { CallTask, TaskBase, ToolCallTask } from './workflow-definition.js';

const protocols = new Set(['grpc', 'asyncapi', 'a2a', 'mcp']);

/** `call: tool@server` with its arguments, or a request of an API. */
export function readCall(cursor: Cursor, base: TaskBase, scope: ListScope): CallTask | undefined {
  const called = cursor.at('call');
  const name = called.text(256);
  if (name === undefined) return undefined;
  if (name === 'http' || name === 'openapi') return readRequest(cursor, base, scope, name);
  if (protocols.has(name)) {
    called.fault(`call: ${name} is not supported: a workflow only calls tools of the app, as tool@server`);
    return undefined;
  }
  const place = readTool(called);
  if (place === undefined) return undefined;
  const task: ToolCallTask = {
    ...{ ...base, kind: 'call', ...place, arguments: readCallArguments(cursor.at('with'), scope) },
    ...readTerms(cursor),
  };
  scope.reading.calls.push({ ...place, pointer: cursor.pointer, arguments: task.arguments });
  return task;
}

/** `metadata: { notify: tool@server, with }` of a `listen`: a call of its own, within the task. */
export function readNotify(cursor: Cursor, base: TaskBase, scope: ListScope): ToolCallTask | undefined {
  const metadata = cursor.at('metadata');
  const called = metadata.at('notify');
  if (!called.isPresent) return undefined;
  const place = readTool(called);
  if (place === undefined) return undefined;
  const task: ToolCallTask = {
    ...{ name: 'notify', path: `${base.path}/notify`, kind: 'call', then: 'continue', input: {}, output: {} },
    ...{ if: undefined, export: undefined, timeout: undefined, idempotent: undefined, approvers: undefined },
    ...{ ...place, arguments: readCallArguments(metadata.at('with'), scope) },
  };
  scope.reading.calls.push({ ...place, pointer: metadata.pointer, arguments: task.arguments });
  return task;
}

/** `tool@server` */
function readTool(called: Cursor): Pick<ToolCallTask, 'server' | 'tool'> | undefined {
  const name = called.text(256);
  if (name === undefined) return undefined;
  const split = name.lastIndexOf('@');
  if (split > 0 && split < name.length - 1)
    return { tool: name.slice(0, split), server: name.slice(split + 1) };
  called.fault('must name a tool of a server: tool@server');
  return undefined;
}

export function readCallArguments(values: Cursor, scope: ListScope): CallTask['arguments'] {
  if (!values.isPresent)
    return { value: {}, reads: undefined, pointer: values.pointer, language: scope.reading.language };
  values.object();
  return readTemplate(values, scope, ['input', 'task']);
}
