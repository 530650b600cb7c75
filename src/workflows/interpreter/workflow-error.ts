import type { JsonRecord } from '../../kernel/json/json.js';
import type { Problem } from '../../kernel/problems/problem.js';

/** What went wrong in a run, as the document can catch it and the journal keeps it: a problem object (RFC 9457). */
export interface WorkflowError {
  readonly type: string;
  readonly status: number;
  readonly title: string;
  readonly detail?: string;
  /** Key of the task that it comes from; of an error that is `located` the JSON pointer of that task in the document. */
  readonly instance?: string;
  /** Of an error that is `located`: the key. */
  readonly key?: string;
  /** `tool@server` of the call that failed. */
  readonly tool?: string;
  /** Of a child run that failed: its id. */
  readonly run?: string;
  /** Of a competition that nobody won: those of its branches. */
  readonly errors?: readonly WorkflowError[];
}

/** The kinds of error that the standard names. */
export type StandardError =
  | 'configuration'
  | 'validation'
  | 'expression'
  | 'communication'
  | 'timeout'
  | 'runtime';

const standard: Readonly<Record<StandardError, readonly [number, string]>> = {
  configuration: [400, 'The workflow cannot be run as it is written'],
  validation: [400, 'The data does not match the schema'],
  expression: [400, 'The expression cannot be evaluated'],
  communication: [500, 'The other side does not answer as it should'],
  timeout: [408, 'The time is over'],
  runtime: [500, 'The task failed'],
};

/** The address that the standard gives a kind of error. */
export function standardType(kind: StandardError): string {
  return `https://serverlessworkflow.io/spec/1.0.0/errors/${kind}`;
}

/** A `WorkflowError` on its way to whoever catches it; everything else that is thrown in a run ends the interpreter, not the run. */
export class WorkflowFailure extends Error {
  override readonly name = 'WorkflowFailure';

  constructor(readonly error: WorkflowError) {
    super(error.detail ?? error.title);
  }

  /** A failure of one of the standard's kinds; `instance`: the path of its task. */
  static of(kind: StandardError, detail: string, instance: string): WorkflowFailure {
    const [status, title] = standard[kind];
    return new WorkflowFailure({ type: standardType(kind), status, title, detail, instance });
  }

  /** What the gateway itself answers to a call, as the document sees it. */
  static ofProblem(problem: Problem): WorkflowFailure {
    const { type, status, title, detail } = problem.toBody();
    return new WorkflowFailure({ type, status, title, ...(detail === undefined ? {} : { detail }) });
  }
}

/** The error as JSON, for the journal. */
export function errorValue({ errors, ...error }: WorkflowError): JsonRecord {
  return { ...error, ...(errors === undefined ? {} : { errors: errors.map(errorValue) }) };
}

/** The error as JSON, for expressions and callers. */
export function shownError({ key: _, errors, ...error }: WorkflowError): JsonRecord {
  return { ...error, ...(errors === undefined ? {} : { errors: errors.map(shownError) }) };
}

/** The error without the place that its own document gave it. */
export function withoutKey({ key: _, ...error }: WorkflowError): Omit<WorkflowError, 'key'> {
  return error;
}
