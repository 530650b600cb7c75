import type { JsonRecord, JsonValue } from '../../kernel/json/json.js';
import type { ExpressionLanguage } from '../../platform/expressions/expressions.port.js';
import type { Template } from '../expressions/template.js';

/** Which events a task or a schedule takes, as the document says it. */
export interface EventFilter {
  readonly type: string;
  /** Whether it says nothing but the type: then a signal that is sent to the run itself will do as well. */
  readonly isPlain: boolean;
  /** Attributes that the event must have: values, or expressions that see the attribute. */
  readonly tests: readonly { readonly attribute: string; readonly value: Template }[];
  readonly correlate: readonly Correlation[];
}

/** Which events are waited for: `one`, the first of several (`any`), or each of several (`all`). */
export interface EventChoice {
  readonly filters: readonly EventFilter[];
  readonly needsAll: boolean;
}

/** A value that an event is recognised by. */
export interface Correlation {
  readonly name: string;
  /** Takes it out of the event. */
  readonly from: Template;
  /** What it has to be; the first that comes decides when it is not said. */
  readonly expect: Template | undefined;
}

/** A template with all that it sees besides the event: as data, for whoever looks at events. */
export interface KeptTemplate {
  readonly template: JsonValue;
  /** Unset where there is no expression in it. */
  readonly language?: ExpressionLanguage;
  readonly variables?: JsonRecord;
}

/** A filter as data, once all is known that it compares events with. */
export interface EventTerms {
  readonly type: string;
  readonly tests: readonly (KeptTemplate & { readonly attribute: string })[];
  readonly correlate: readonly (KeptTemplate & { readonly name: string; readonly expect?: JsonValue })[];
}

/** `variables`: of a template that has expressions. */
export function keptTemplate({ value, reads, language }: Template, variables: JsonRecord = {}): KeptTemplate {
  return reads === undefined ? { template: value } : { template: value, language, variables };
}

/** The same that expects of each correlation what `values` say, unless it says itself what. */
export function expecting(terms: EventTerms, values: JsonRecord): EventTerms {
  const correlate = terms.correlate.map((one) => {
    const value = one.expect === undefined && Object.hasOwn(values, one.name) ? values[one.name] : undefined;
    return value === undefined ? one : { ...one, expect: value };
  });
  return { ...terms, correlate };
}

/** A filter that sees nothing but the event; what it expects are constants. */
export function constantTerms({ type, tests, correlate }: EventFilter): EventTerms {
  return {
    type,
    tests: tests.map(({ attribute, value }) => ({ attribute, ...keptTemplate(value) })),
    correlate: correlate.map(({ name, from, expect }) => ({
      ...{ name, ...keptTemplate(from) },
      ...(expect === undefined ? {} : { expect: expect.value }),
    })),
  };
}
