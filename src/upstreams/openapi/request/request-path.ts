import type { JsonObject } from '../../../kernel/json/json.js';
import type { OperationPlan, ParameterPlan } from './operation-plan.js';
import { ArgumentFault } from './argument-fault.js';
import { encoded, textOf, writtenValue } from './written-values.js';

/** What is no character of a path (RFC 3986 §3.3); `%` is one where it encodes. */
const notInPath = /[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]+|%(?![0-9A-Fa-f]{2})/g;
/** A step to another place of the path, however a server in between may read it. */
const step = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[/\\]|%2f|%5c)/i;

/** The path of a request: every value stays within its place in the template. Throws `ArgumentFault`. */
export function requestPath({ path, parameters }: OperationPlan, values: JsonObject): string {
  const named = new Map(parameters.filter(({ place }) => place === 'path').map((plan) => [plan.name, plan]));
  return path
    .split(/(\{[^{}]+\})/)
    .map((part) => {
      const plan = part.startsWith('{') ? named.get(part.slice(1, -1)) : undefined;
      return plan === undefined ? part.replace(notInPath, encoded) : valueInPath(plan, values[plan.argument]);
    })
    .join('');
}

function valueInPath(plan: ParameterPlan, value: unknown): string {
  const { argument, name } = plan;
  const text = writtenValue(name, value, plan, encoded);
  if (text === '' || textOf(value) === '')
    throw new ArgumentFault(`The argument "${argument}" is part of the path: it cannot be empty.`);
  if (step.test(writtenValue(name, value, plan, (part) => part)))
    throw new ArgumentFault(
      `The argument "${argument}" leads to another path: "." and ".." cannot stand in it.`,
    );
  return text;
}
