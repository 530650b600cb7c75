import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json/json.js';
import {
  conditionOf,
  expressionIn,
  readsOf,
  readTogether,
  type Reads,
  type Template,
} from '../expressions/template.js';
import type { Cursor } from './cursor.js';
import { durationMs } from './duration.js';
import { unusableSchema } from './schema/json-schema.js';
import type { ListScope, Reading } from './scope.js';
import type { Duration, TaskInput, TaskOutput } from './workflow-definition.js';

/** Where an expression stands. */
export interface TemplateScope {
  readonly reading: Pick<Reading, 'expressions' | 'language' | 'stepReads'>;
  readonly known: ReadonlySet<string>;
}

/** Of a document; reading stops there. */
export const maxExpressions = 2000;
const maxExpression = 8192;
const onlyText =
  'has ${ or {{ inside a longer text, where nothing is put in: write one expression, such as ${ "Hello " & name } or in jq ${ "Hello " + .name }, also for the signs themselves';

/** The value here, whatever it is, with the expressions in it. `more`: variables besides those of the scope. */
export function readTemplate(cursor: Cursor, scope: TemplateScope, more: readonly string[] = []): Template {
  const { pointer, value } = cursor;
  const { language } = scope.reading;
  return { value: value as JsonValue, reads: readsIn(cursor, scope, more), pointer, language };
}

/** An expression, with or without `${ }` around it, or an object with expressions in it. */
function readShape(cursor: Cursor, scope: TemplateScope, more: readonly string[] = []): Template | undefined {
  if (!cursor.isPresent) return undefined;
  if (typeof cursor.value !== 'string' && !isJsonObject(cursor.value)) {
    cursor.fault('must be an expression or an object');
    return undefined;
  }
  const { pointer, value } = cursor;
  if (typeof value !== 'string' || expressionIn(value) !== undefined)
    return readTemplate(cursor, scope, more);
  const { language } = scope.reading;
  return { value: `\${ ${value} }`, reads: expressionReads(cursor, value, scope, more), pointer, language };
}

/** An expression whose value is used as it is, with or without `${ }` around it. */
export function readExpression(cursor: Cursor, scope: TemplateScope): Template | undefined {
  return cursor.text() === undefined ? undefined : readShape(cursor, scope);
}

/** An expression that decides something. */
export function readCondition(cursor: Cursor, scope: ListScope): Template | undefined {
  if (!cursor.isPresent) return undefined;
  const template = readExpression(cursor, scope);
  const expression = typeof template?.value === 'string' ? expressionIn(template.value) : undefined;
  return template?.reads === undefined || expression === undefined
    ? undefined
    : conditionOf(expression, template);
}

/** `{ seconds: 5 }`, `PT5S`, or an expression that yields one of them. */
export function readDuration(cursor: Cursor, scope: ListScope): Duration | undefined {
  const { value } = cursor;
  if (typeof value === 'string' && expressionIn(value) !== undefined) return readTemplate(cursor, scope);
  const ms = durationMs(value);
  cursor.must(ms !== undefined, 'must be a duration of at most ten years: { seconds: 5 } or PT5S');
  return ms;
}

/** `{ after: duration }`, or the name of one in `use.timeouts`. */
export function readTimeout(cursor: Cursor, scope: ListScope): Duration | undefined {
  if (!cursor.isPresent) return undefined;
  const timeout = referred(cursor, scope, 'timeouts');
  return timeout?.object(['after']) === undefined ? undefined : readDuration(timeout.at('after'), scope);
}

/** What a name stands for in the `use` of the document; anything but a name stands for itself. */
export function referred(
  cursor: Cursor,
  { reading }: ListScope,
  kind: 'timeouts' | 'retries' | 'errors',
): Cursor | undefined {
  if (typeof cursor.value !== 'string') return cursor;
  const found = reading.use.at(kind).at(cursor.value);
  return cursor.must(found.isPresent, `is not the name of one of use.${kind}`) ? found : undefined;
}

export function readInput(cursor: Cursor, scope: ListScope): TaskInput {
  if (!cursor.isPresent || cursor.object(['schema', 'from']) === undefined) return {};
  return { schema: readSchema(cursor.at('schema')), from: readShape(cursor.at('from'), scope) };
}

export function readOutput(cursor: Cursor, scope: ListScope): TaskOutput {
  if (!cursor.isPresent || cursor.object(['schema', 'as']) === undefined) return {};
  return { schema: readSchema(cursor.at('schema')), as: readShape(cursor.at('as'), scope, ['output']) };
}

export function readExport(cursor: Cursor, scope: TemplateScope): Template | undefined {
  if (!cursor.isPresent || cursor.object(['as']) === undefined) return undefined;
  cursor.must(cursor.at('as').isPresent, 'needs the member as');
  return readShape(cursor.at('as'), scope, ['output']);
}

function readSchema(cursor: Cursor): JsonObject | undefined {
  if (!cursor.isPresent || cursor.object(['format', 'document']) === undefined) return undefined;
  const format = cursor.at('format');
  if (!format.must((format.value ?? 'json') === 'json', 'must be json')) return undefined;
  const document = cursor.at('document');
  const fault = unusableSchema(document.value);
  return document.must(fault === undefined, fault ?? '') ? (document.value as JsonObject) : undefined;
}

function readsIn(cursor: Cursor, scope: TemplateScope, more: readonly string[]): Reads | undefined {
  const { value } = cursor;
  if (typeof value === 'string') {
    const expression = expressionIn(value);
    if (expression !== undefined) return expressionReads(cursor, expression, scope, more);
    if (value.includes('${') || value.includes('{{')) cursor.fault(onlyText);
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  let reads: Reads | undefined;
  for (const [name, member] of Object.entries(value))
    if (mayHoldExpressions(member) && scope.reading.expressions.length <= maxExpressions)
      reads = readTogether(reads, readsIn(cursor.at(name), scope, more));
  return reads;
}

function mayHoldExpressions(value: unknown): boolean {
  return typeof value === 'string' ? value.includes('${') || value.includes('{{') : typeof value === 'object';
}

function expressionReads(cursor: Cursor, text: string, scope: TemplateScope, more: readonly string[]): Reads {
  cursor.must(text.length <= maxExpression, `must have at most ${String(maxExpression)} characters`);
  const { expressions, language } = scope.reading;
  expressions.push({ pointer: cursor.pointer, text, language, known: [...scope.known, ...more] });
  const reads = readsOf(text);
  for (const step of reads.steps ?? []) scope.reading.stepReads.push({ step, cursor });
  return reads;
}
