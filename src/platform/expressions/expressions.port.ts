import type { JsonRecord, JsonValue } from '../../kernel/json/json.js';
import type { Fault } from '../../kernel/problems/problem.js';
import type { FaultyPlace } from './bounded-thread.js';

/** The expressions of tenants: bounded in time, memory and result, without a clock and without chance. */
export abstract class Expressions {
  /** Bytes that an expression may read; with more it has no value. */
  abstract readonly maxDataBytes: number;

  /** The template with each expression replaced by its value. Throws `ExpressionError`. */
  abstract evaluate(job: ExpressionJob): Promise<JsonValue>;

  /** What is wrong with expressions that are to be saved. */
  abstract faults(accountId: string, sites: readonly ExpressionSite[]): Promise<readonly Fault[]>;
}

/** What expressions are written in. */
export type ExpressionLanguage = 'jsonata' | 'jq';

export interface ExpressionJob {
  /** Whose it is: accounts have their turns. */
  readonly accountId: string;
  /** Who wrote it: what the operator wrote is evaluated apart from what the account wrote. */
  readonly author?: 'operator' | 'account';
  /** In it strings of the form `${ … }` are expressions. */
  readonly template: JsonValue;
  /** JSONata when it is not said. */
  readonly language?: ExpressionLanguage;
  /** What `$` stands for, in jq `.`. */
  readonly data?: JsonValue;
  /** The same as text that others wrote, in place of `data`: JSON, parsed and bounded in the thread, or else the text itself. */
  readonly dataText?: string;
  readonly variables: JsonRecord;
  /** What `$now()` and `$millis()` give, and `now` in jq, in milliseconds since the epoch. */
  readonly now: number;
}

/** An expression in a document. */
export interface ExpressionSite {
  readonly pointer: string;
  readonly text: string;
  /** JSONata when it is not said. */
  readonly language?: ExpressionLanguage;
  /** Variables that it can use, without their `$`. */
  readonly known: readonly string[];
}

/** An expression has no value: it is wrong for this data, or it went over a limit, which the message names. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';

  /** `at`: which expression of the template it is, as far as that is known. */
  constructor(
    message: string,
    readonly at?: FaultyPlace,
  ) {
    super(message);
  }
}
