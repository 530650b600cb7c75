import type { JsonValue } from '../../kernel/json.js';

/** A value of a document in which strings of the form `${ … }` are expressions. */
export interface Template {
  readonly value: JsonValue;
  /** What its expressions read; none when there is no expression in it. */
  readonly reads: Reads | undefined;
}

/** Which variables an expression uses, so that only these travel to it. */
export interface Reads {
  /** Names without their `$`. */
  readonly variables: ReadonlySet<string>;
  /** Members of `$steps`; `undefined` when it could be any. */
  readonly steps: ReadonlySet<string> | undefined;
}

const expressionForm = /^\s*\$\{([^]*)\}\s*$/;

/** The expression in `${ … }`, `undefined` for any other text. */
export function expressionIn(text: string): string | undefined {
  return expressionForm.exec(text)?.[1];
}

/** A template that yields a boolean, by JSONata's rules for what counts as true. */
export function conditionOf(expression: string, reads: Reads): Template {
  return { value: `\${ $boolean((${expression})) }`, reads };
}
