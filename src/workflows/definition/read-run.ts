import type { Cursor } from './cursor.js';
import { readCallArguments } from './read-call.js';
import { readApprovers } from './read-terms.js';
import type { ListScope } from './scope.js';
import type { NamedWorkflow, RunTask, TaskBase } from './workflow-definition.js';

const processes = ['container', 'script', 'shell'];

/** `run: { workflow: { name, input } }`: another workflow of the app. */
export function readRun(cursor: Cursor, base: TaskBase, scope: ListScope): RunTask | undefined {
  const run = cursor.at('run');
  for (const name of processes)
    if (run.at(name).isPresent) {
      run.at(name).fault(`run: ${name} is not supported: a workflow runs tools and workflows of the app`);
      return undefined;
    }
  if (run.object(['workflow', 'await']) === undefined) return undefined;
  const child = run.at('workflow');
  if (child.object(['namespace', 'name', 'version', 'input']) === undefined) return undefined;
  const workflow = child.at('name').text(63);
  if (workflow === undefined) return undefined;
  const version = child.at('version').optionalText(64);
  const named: NamedWorkflow = {
    workflow,
    namespace: child.at('namespace').optionalText(63),
    version: version === 'latest' ? undefined : version,
  };
  scope.reading.children.push({ ...named, pointer: child.pointer });
  return {
    ...{ ...base, kind: 'run', ...named, given: readCallArguments(child.at('input'), scope) },
    awaits: run.at('await').optionalBoolean() ?? true,
    approvers: readApprovers(cursor.at('metadata').at('approvers')),
  };
}
