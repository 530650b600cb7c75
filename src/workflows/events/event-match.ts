import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonRecord, type JsonValue } from '../../kernel/json/json.js';
import { ExpressionError, type Expressions } from '../../platform/expressions/expressions.port.js';
import type { EventTerms, KeptTemplate } from '../definition/event-filter.js';
import { expressionIn } from '../expressions/template.js';
import type { WorkflowEvent } from './workflow-event.js';

/** Compares one event with many filters; an expression that several have is evaluated once. */
export class EventMatch {
  private readonly known = new Map<string, Promise<JsonValue | undefined>>();

  constructor(
    private readonly expressions: Expressions,
    private readonly accountId: string,
    private readonly sent: Pick<WorkflowEvent, 'event' | 'correlation' | 'at'>,
  ) {}

  /** What the event says of each correlation; undefined when the filter does not take it. */
  async by({ type, tests, correlate }: EventTerms): Promise<JsonRecord | undefined> {
    const { event, correlation } = this.sent;
    if (event['type'] !== type) return undefined;
    for (const test of tests) if (!(await this.holds(test))) return undefined;
    const values: Record<string, JsonValue> = {};
    for (const { name, expect, ...from } of correlate) {
      const value = Object.hasOwn(correlation, name)
        ? correlation[name]
        : await this.value(from, event as JsonValue);
      if (value === undefined || value === null) return undefined;
      if (expect !== undefined && !isSame(value, expect)) return undefined;
      values[name] = value;
    }
    return values;
  }

  /** An expression says that the attribute will do, or what it has to be. */
  private async holds({ attribute, ...test }: EventTerms['tests'][number]): Promise<boolean> {
    const actual = this.sent.event[attribute] as JsonValue | undefined;
    if (actual === undefined) return false;
    if (test.language === undefined) return isWithin(actual, test.template);
    const wanted = await this.value(test, actual);
    const isWhole = typeof test.template === 'string' && expressionIn(test.template) !== undefined;
    if (isWhole && wanted === true) return true;
    return wanted !== undefined && wanted !== null && isWithin(actual, wanted);
  }

  /** Undefined when it has no value for this event: then the filter does not take it. */
  private value(
    { template, language, variables = {} }: KeptTemplate,
    data: JsonValue,
  ): Promise<JsonValue | undefined> {
    if (language === undefined) return Promise.resolve(template);
    const key = JSON.stringify([template, language, variables, data]);
    let value = this.known.get(key);
    if (value === undefined) {
      const { event, at: now } = this.sent;
      const job = { accountId: this.accountId, template, language, data, now };
      value = this.expressions
        .evaluate({ ...job, variables: { ...variables, event: event as JsonValue } })
        .catch((error: unknown) => {
          if (error instanceof ExpressionError) return undefined;
          throw error;
        });
      this.known.set(key, value);
    }
    return value;
  }
}

/** Texts and numbers are the same when they are written the same. */
export function isSame(one: JsonValue, other: JsonValue): boolean {
  const isPlain = (value: JsonValue) => typeof value === 'string' || typeof value === 'number';
  return isDeepStrictEqual(one, other) || (isPlain(one) && isPlain(other) && String(one) === String(other));
}

/** Of an object only the members that are named matter. */
function isWithin(actual: JsonValue, wanted: JsonValue): boolean {
  if (!isJsonObject(wanted)) return isDeepStrictEqual(actual, wanted);
  if (!isJsonObject(actual)) return false;
  const members: JsonObject = actual;
  return Object.entries(wanted).every(
    ([name, value]) => Object.hasOwn(members, name) && isWithin(members[name] as JsonValue, value),
  );
}
