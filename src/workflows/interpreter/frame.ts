import type { JsonRecord, JsonValue } from '../../kernel/json/json.js';
import type { Task, WorkflowDefinition } from '../definition/workflow-definition.js';
import type { Budget } from './budget.js';
import type { TaskOutcome } from './task-outcome.js';
import type { Ports } from './ports.js';

/** An instant at which a task must have ended. */
export interface Deadline {
  /** Milliseconds since the epoch. */
  readonly instant: number;
  /** Key of the task whose time it is. */
  readonly owner: string;
}

/** A task as its expressions see it. */
export interface CurrentTask {
  readonly name: string;
  readonly key: string;
  /** Of the document. */
  readonly path: string;
  /** Before `input.from`. */
  readonly input: JsonValue;
  /** Before `output.as`; `undefined` until it is there. */
  readonly output?: JsonValue;
}

/** Where the interpreter stands: what the tasks of a list can see and where they leave what they make. */
export interface Frame {
  readonly ports: Ports;
  readonly definition: WorkflowDefinition;
  readonly budget: Budget;
  /** Begins the keys of the tasks in it. */
  readonly key: string;
  readonly deadline: Deadline | undefined;
  /** Variables of loops and of caught errors, without their `$`. */
  readonly variables: JsonRecord;
  /** Input of the workflow, as it came. */
  readonly workflowInput: JsonValue;
  /** The innermost task that is carried out. */
  readonly task: CurrentTask | undefined;
  readonly state: State;
  /** Carries out the lists of tasks in tasks. */
  readonly runList: ListRunner;
}

/** Carries out tasks one after the other. */
export type ListRunner = (tasks: readonly Task[], input: JsonValue, frame: Frame) => Promise<TaskOutcome>;

/** What tasks leave behind for those after them. */
export interface State {
  /** Outputs by the name of the task. */
  steps: JsonRecord;
  context: JsonValue;
}

/** The frame of an iteration or a branch: what it leaves behind in `$steps` is its own. */
export function scoped(frame: Frame, key: string, variables: JsonRecord): Frame {
  const { steps, context } = frame.state;
  return { ...frame, key, variables: { ...frame.variables, ...variables }, state: { steps, context } };
}

/** The earlier of two deadlines. */
export function earlier(one: Deadline | undefined, other: Deadline | undefined): Deadline | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.instant < one.instant ? other : one;
}
