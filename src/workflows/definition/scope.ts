import type { ExpressionLanguage, ExpressionSite } from '../../platform/expressions/expressions.port.js';
import type { ForkTask, ForTask, CallSite, ChildSite, RequestSite } from './workflow-definition.js';
import type { WorkflowLimits } from './workflow-limits.js';
import type { Cursor } from './cursor.js';

/** What is gathered while a document is read. */
export interface Reading {
  readonly limits: WorkflowLimits;
  /** The `use` of the document: what tasks refer to by name. */
  readonly use: Cursor;
  /** Of all expressions of the document. */
  readonly language: ExpressionLanguage;
  readonly calls: CallSite[];
  readonly requests: RequestSite[];
  readonly children: ChildSite[];
  readonly expressions: ExpressionSite[];
  readonly branching: Map<string, ForkTask | ForTask>;
  /** Of the tasks, by their path. */
  readonly pointers: Map<string, string>;
  /** Names of all tasks. */
  readonly names: Set<string>;
  /** What expressions read of `$steps`. */
  readonly stepReads: { readonly step: string; readonly cursor: Cursor }[];
  tasks: number;
}

/** Where in the document a task list stands. */
export interface ListScope {
  readonly reading: Reading;
  /** Names from the root: `do/notify/try`. */
  readonly path: string;
  /** Variables that expressions can use here, without their `$`. */
  readonly known: ReadonlySet<string>;
  readonly nesting: number;
  /** A branch cannot end the workflow. */
  readonly inBranch: boolean;
}

/** The scope of a list of tasks inside a task. */
export function inside(scope: ListScope, path: string, known: readonly string[] = []): ListScope {
  return { ...scope, path, nesting: scope.nesting + 1, known: new Set([...scope.known, ...known]) };
}
