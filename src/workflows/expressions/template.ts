import type { JsonValue } from '../../kernel/json/json.js';
import type { ExpressionLanguage } from '../../platform/expressions/expressions.port.js';

/** A value of a document in which strings of the form `${ … }` are expressions. */
export interface Template {
  readonly value: JsonValue;
  /** What its expressions read; none when there is no expression in it. */
  readonly reads: Reads | undefined;
  readonly language: ExpressionLanguage;
  /** JSON pointer of the value in the document. */
  readonly pointer: string;
  /** Whether `value` is what the document says with `conditionOf` around it. */
  readonly isCondition?: boolean;
}

/** Which variables an expression may use, so that only these travel to it. */
export interface Reads {
  /** Names without their `$`. */
  readonly variables: ReadonlySet<string>;
  /** Members of `$steps`; `undefined` when it could be any. */
  readonly steps: ReadonlySet<string> | undefined;
  /** Members of `$workflow` and `$task` that cost something, and whether it may read them. */
  readonly descriptors: Readonly<Record<'definition' | 'startedAt', boolean>>;
}

const expressionForm = /^\s*\$\{([^]*)\}\s*$/;
/** All of a descriptor, or a member that is computed. */
const wholeDescriptor = /\$(?:workflow|task)(?!\w)(?!\s*\.\s*[\w`])/;
const stepForm = /\$steps(?!\w)(?:\s*\.\s*(?:(\w+)|`([^`]*)`))?/g;

/** The expression in `${ … }`, `undefined` for any other text. */
export function expressionIn(text: string): string | undefined {
  return expressionForm.exec(text)?.[1];
}

/** A template that yields a boolean, by the rules of its language for what counts as true; in jq of the first output. */
export function conditionOf(
  expression: string,
  { reads, pointer, language }: Pick<Template, 'reads' | 'pointer' | 'language'>,
): Template {
  const value =
    language === 'jq'
      ? `\${ [(${expression}\n)] | if .[0] then true else false end }`
      : `\${ $boolean((${expression})) }`;
  return { value, reads, pointer, language, isCondition: true };
}

/** The expression that `conditionOf` was given, out of that which it made. */
export function conditionIn(expression: string): string {
  const inJq = /^\s*\[\(([^]*)\n\)\] \| if \.\[0\] then true else false end\s*$/.exec(expression)?.[1];
  return inJq ?? /^\s*\$boolean\(\(([^]*)\)\)\s*$/.exec(expression)?.[1] ?? expression;
}

/** What an expression reads, told from its text alone: rather too much than too little. */
export function readsOf(expression: string): Reads {
  const variables = new Set([...expression.matchAll(/\$(\w+)/g)].map(([, name]) => name ?? ''));
  const steps = [...expression.matchAll(stepForm)].map(([, name, quoted]) => name ?? quoted);
  return {
    variables,
    steps: steps.includes(undefined) ? undefined : new Set(steps.map((name) => name ?? '')),
    descriptors: descriptorsIn(expression),
  };
}

function descriptorsIn(expression: string): Reads['descriptors'] {
  const whole = wholeDescriptor.test(expression);
  const reads = (member: string) => whole || expression.includes(member);
  return { definition: reads('definition'), startedAt: reads('startedAt') };
}

/** What two expressions read together. */
export function readTogether(one: Reads | undefined, other: Reads | undefined): Reads | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const { definition, startedAt } = other.descriptors;
  return {
    variables: new Set([...one.variables, ...other.variables]),
    steps:
      one.steps === undefined || other.steps === undefined
        ? undefined
        : new Set([...one.steps, ...other.steps]),
    descriptors: {
      definition: one.descriptors.definition || definition,
      startedAt: one.descriptors.startedAt || startedAt,
    },
  };
}
