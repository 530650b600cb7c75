import type { WorkflowError } from './workflow-error.js';

/** The addresses under which the standard knows a kind of error: those of its text, and those of its conformance kit. */
const standardAddresses = [
  'https://serverlessworkflow.io/spec/1.0.0/errors/',
  'https://serverlessworkflow.io/dsl/errors/types/',
];

/** What the problems of the gateway are in the words of the standard, by their status. */
const kinds: Readonly<Record<number, string>> = {
  400: 'validation',
  401: 'authentication',
  403: 'authorization',
  404: 'configuration',
  408: 'timeout',
  422: 'validation',
  504: 'timeout',
};

/** Whether an error is of the kind of the standard that a `type` names. */
export function isOfKind({ type, status }: WorkflowError, named: unknown): boolean {
  const address = standardAddresses.find((begin) => String(named).startsWith(begin));
  if (address === undefined) return false;
  const kind = String(named).slice(address.length);
  const own = standardAddresses.find((begin) => type.startsWith(begin));
  if (own !== undefined) return type.slice(own.length) === kind;
  return isProblem(type) && (kinds[status] ?? 'communication') === kind;
}

/** Whether it is one that the gateway answers with. */
function isProblem(type: string): boolean {
  return /(?:^|\/)problems\/[a-z-]+$/.test(type);
}
