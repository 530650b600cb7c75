import type { Fault } from '../../../kernel/problems/problem.js';
import { pointerTo } from '../../../platform/http/bodies/validate.js';
import type { PlanInput } from './entry-inputs.js';

/** What somebody answers to one input. */
export type Answer = string | number | boolean | readonly string[];

/** Answers by input. One that has none, and no default, is not in it. */
export type Answers = ReadonlyMap<string, readonly string[]>;

/** The answers that fit the inputs, and what is wrong with the others. */
export function readAnswers(
  inputs: readonly PlanInput[],
  given: Readonly<Record<string, Answer>>,
): { readonly answers: Answers; readonly faults: readonly Fault[] } {
  const known = new Map(inputs.map((input) => [input.name, input]));
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  const faults = unknown.map((name) => faultAt(name, 'is no input of this server'));
  const answers = new Map<string, readonly string[]>();
  for (const input of inputs) {
    const values = valuesOf(input, Object.hasOwn(given, input.name) ? given[input.name] : undefined);
    const wrong = values.map((value) => faultOf(value, input)).find((fault) => fault !== undefined);
    if (wrong !== undefined) faults.push(faultAt(input.name, wrong));
    else if (values.length > 0) answers.set(input.name, values);
    else if (input.required) faults.push(faultAt(input.name, 'is missing'));
    if (values.length > 1 && input.repeated !== true) faults.push(faultAt(input.name, 'must be one value'));
  }
  return { answers, faults };
}

/** What is left empty is not answered. */
function valuesOf({ default: fallback }: PlanInput, given: Answer | undefined): readonly string[] {
  const values = (Array.isArray(given) ? (given as readonly string[]) : [given])
    .map((value) => (value === undefined ? '' : String(value)))
    .filter((value) => value !== '');
  return values.length === 0 && fallback !== undefined && fallback !== '' ? [fallback] : values;
}

function faultOf(value: string, { choices, format }: PlanInput): string | undefined {
  if (/[\0\r\n]/.test(value)) return 'has a line break or a NUL character';
  if (choices !== undefined && !choices.includes(value)) return `must be one of ${choices.join(', ')}`;
  if (format === 'number' && !/^-?\d+(?:\.\d+)?$/.test(value)) return 'must be a number';
  if (format === 'boolean' && value !== 'true' && value !== 'false') return 'must be true or false';
  return undefined;
}

function faultAt(name: string, detail: string): Fault {
  return { pointer: `/inputs${pointerTo([name])}`, detail };
}
