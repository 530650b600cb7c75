import type { WorkflowDefinition } from '../definition/workflow-definition.js';
import type { WorkflowError } from './workflow-error.js';

/** An error as documents and callers see it: `instance` is the JSON pointer of its task in the document, and `key` what it was before. */
export function located(error: WorkflowError, definition: WorkflowDefinition): WorkflowError {
  const { instance: key, errors } = error;
  if (key === undefined || error.key !== undefined) return error;
  return {
    ...{ ...error, key, instance: pointerOf(key, definition) },
    ...(errors === undefined ? {} : { errors: errors.map((one) => located(one, definition)) }),
  };
}

/** The pointer of the task that a key begins with, as near to its end as can be; `/do` where it is of no task. */
function pointerOf(key: string, { pointers }: WorkflowDefinition): string {
  const names = pathOf(key).split('/');
  for (let length = names.length; length > 0; length--) {
    const pointer = pointers.get(names.slice(0, length).join('/'));
    if (pointer !== undefined) return pointer;
  }
  return '/do';
}

/** The path in the document of what has a key. Keys are paths with what tells rounds apart: the index of an iteration, `@2` of a visit, `#2` of an attempt. */
export function pathOf(key: string): string {
  const names = key.split('/').filter((name) => !/^\d+$/.test(name));
  return names.map((name) => name.replace(/[@#]\d+$/, '')).join('/');
}
