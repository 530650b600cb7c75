import { isJsonObject } from '../../kernel/json/json.js';
import { expressionIn } from '../expressions/template.js';
import type { Cursor } from './cursor.js';
import { readCondition, readDuration, readTemplate, referred } from './read-values.js';
import type { ListScope } from './scope.js';
import type { RaiseTask, SetTask, SwitchTask, TaskBase, WaitTask } from './workflow-definition.js';

/** `set`: an object with expressions in it, or one expression. */
export function readSet(cursor: Cursor, base: TaskBase, scope: ListScope): SetTask | undefined {
  const set = cursor.at('set');
  if (typeof set.value === 'string' ? expressionIn(set.value) === undefined : !isJsonObject(set.value)) {
    set.fault('must be an object or an expression');
    return undefined;
  }
  return { ...base, kind: 'set', value: readTemplate(set, scope) };
}

/** `wait`: a duration. */
export function readWait(cursor: Cursor, base: TaskBase, scope: ListScope): WaitTask | undefined {
  const duration = readDuration(cursor.at('wait'), scope);
  return duration === undefined ? undefined : { ...base, kind: 'wait', duration };
}

/** `switch`: cases of the form `name: { when, then }`. */
export function readSwitch(
  cursor: Cursor,
  base: TaskBase,
  scope: ListScope,
  readThen: (then: Cursor) => string | undefined,
): SwitchTask | undefined {
  const list = cursor.at('switch');
  if (list.items().length === 0) {
    list.fault('must be a list of cases');
    return undefined;
  }
  const cases = list.items().flatMap((item) => {
    const [member, ...more] = item.members();
    if (member === undefined || more.length > 0) {
      item.fault('must be an object with one member: the name of the case');
      return [];
    }
    const [, at] = member;
    if (at.object(['when', 'then']) === undefined) return [];
    if (!at.at('then').isPresent) at.fault('needs the member then');
    return [{ when: readCondition(at.at('when'), scope), then: readThen(at.at('then')) ?? 'continue' }];
  });
  return { ...base, kind: 'switch', cases };
}

/** `raise`: an error, or the name of one in `use.errors`. */
export function readRaise(cursor: Cursor, base: TaskBase, scope: ListScope): RaiseTask | undefined {
  const raise = cursor.at('raise');
  if (raise.object(['error']) === undefined) return undefined;
  const error = referred(raise.at('error'), scope, 'errors');
  if (error?.object(['type', 'status', 'title', 'detail', 'instance']) === undefined) return undefined;
  error.at('type').text(2048, /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/|\s*\$\{)/);
  error.at('status').integer(100, 599);
  error.at('title').optionalText();
  error.at('detail').optionalText();
  return { ...base, kind: 'raise', error: readTemplate(error, scope) };
}
