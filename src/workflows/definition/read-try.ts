import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { readName, type ReadList } from './read-branching.js';
import type { Cursor } from './cursor.js';
import { readCondition, readDuration, referred } from './read-values.js';
import { inside, type ListScope } from './scope.js';
import type { Catch, RetryPolicy, TaskBase, TryTask } from './workflow-definition.js';

const filterMembers = ['type', 'status', 'instance', 'title', 'detail', 'details'];
const maxRetries = 1000;

/** `try`, with what `catch` does about errors. */
export function readTry(
  cursor: Cursor,
  base: TaskBase,
  scope: ListScope,
  readList: ReadList,
): TryTask | undefined {
  const tasks = readList(cursor.at('try'), inside(scope, `${base.path}/try`));
  const caught = cursor.at('catch');
  if (caught.object(['errors', 'as', 'when', 'exceptWhen', 'retry', 'do']) === undefined) return undefined;
  const as = readName(caught.at('as'), 'error');
  const inner = inside(scope, `${base.path}/catch`, [as]);
  const handler: Catch = {
    ...{ as, with: readFilter(caught.at('errors')) },
    when: readCondition(caught.at('when'), inner),
    exceptWhen: readCondition(caught.at('exceptWhen'), inner),
    retry: caught.at('retry').isPresent ? readRetry(caught.at('retry'), inner) : undefined,
    tasks: caught.at('do').isPresent ? readList(caught.at('do'), inner) : undefined,
  };
  return { ...base, kind: 'try', tasks, catch: handler };
}

function readFilter(cursor: Cursor): JsonObject {
  if (!cursor.isPresent || cursor.object(['with']) === undefined) return {};
  const filter = cursor.at('with');
  if (filter.object(filterMembers) === undefined || !isJsonObject(filter.value)) return {};
  for (const [name, member] of filter.members())
    if (name === 'status') member.integer(100, 599);
    else member.text();
  const { details, ...members } = filter.value;
  return details === undefined ? members : { ...members, detail: details };
}

function readRetry(named: Cursor, scope: ListScope): RetryPolicy | undefined {
  const cursor = referred(named, scope, 'retries');
  if (cursor?.object(['when', 'exceptWhen', 'delay', 'backoff', 'limit', 'jitter']) === undefined)
    return undefined;
  const limit = cursor.at('limit');
  if (limit.isPresent) limit.object(['attempt', 'duration']);
  const attempt = limit.at('attempt');
  if (attempt.isPresent) attempt.object(['count', 'duration']);
  const duration = (at: Cursor) => (at.isPresent ? readDuration(at, scope) : undefined);
  return {
    when: readCondition(cursor.at('when'), scope),
    exceptWhen: readCondition(cursor.at('exceptWhen'), scope),
    delay: duration(cursor.at('delay')) ?? 0,
    backoff: readBackoff(cursor.at('backoff')),
    jitter: readJitter(cursor.at('jitter'), scope),
    count:
      (attempt.at('count').isPresent ? attempt.at('count').integer(0, maxRetries) : undefined) ?? maxRetries,
    attemptDuration: duration(attempt.at('duration')),
    duration: duration(limit.at('duration')),
  };
}

function readBackoff(cursor: Cursor): RetryPolicy['backoff'] {
  if (!cursor.isPresent || cursor.object(['constant', 'linear', 'exponential']) === undefined)
    return 'constant';
  const [first, second] = cursor.members();
  if (first === undefined || second !== undefined) cursor.fault('must have one member');
  first?.[1].object([]);
  return (first?.[0] ?? 'constant') as RetryPolicy['backoff'];
}

function readJitter(cursor: Cursor, scope: ListScope): RetryPolicy['jitter'] {
  if (!cursor.isPresent || cursor.object(['from', 'to']) === undefined) return undefined;
  const from = readDuration(cursor.at('from'), scope);
  const to = readDuration(cursor.at('to'), scope);
  return from === undefined || to === undefined ? undefined : { from, to };
}
