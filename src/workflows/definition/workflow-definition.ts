import type { JsonObject } from '../../kernel/json/json.js';
import type { Role } from '../../kernel/principal.js';
import type { ExpressionSite } from '../../platform/expressions/expressions.port.js';
import type { Template } from '../expressions/template.js';
import type { EventChoice } from './event-filter.js';
import type { WorkflowLimits } from './workflow-limits.js';
import type { WorkflowSchedule } from './workflow-schedule.js';

/** A document that was found right, in the form that the interpreter walks through. */
export interface WorkflowDefinition {
  readonly namespace: string;
  readonly name: string;
  readonly version: string;
  readonly title: string | undefined;
  readonly summary: string | undefined;
  readonly input: TaskInput;
  readonly output: TaskOutput;
  readonly timeout: Duration | undefined;
  readonly schedule: WorkflowSchedule | undefined;
  readonly tasks: readonly Task[];
  /** As it is written, for expressions that ask for it. */
  readonly document: JsonObject;
  /** JSON pointers of the tasks in the document, by their path. */
  readonly pointers: ReadonlyMap<string, string>;
  /** Tasks whose parts run as branches, by their path. */
  readonly branching: ReadonlyMap<string, ForkTask | ForTask>;
  readonly calls: readonly CallSite[];
  readonly requests: readonly RequestSite[];
  readonly children: readonly ChildSite[];
  /** All of the document, for whoever checks them. */
  readonly expressions: readonly ExpressionSite[];
  readonly limits: WorkflowLimits;
}

/** Where a document calls a tool. */
export interface CallSite {
  readonly server: string;
  readonly tool: string;
  /** JSON pointer of the task in the document. */
  readonly pointer: string;
  readonly arguments: Template;
}

/** Where a document makes a request of an API. */
export interface RequestSite {
  /** JSON pointer of the task in the document. */
  readonly pointer: string;
  readonly request: RequestTask;
}

/** Which workflow of the app a document runs; namespace and version, where they are written, are those of its document. */
export interface NamedWorkflow {
  /** By which the app knows it. */
  readonly workflow: string;
  readonly namespace: string | undefined;
  readonly version: string | undefined;
}

/** Where a document runs another workflow. */
export interface ChildSite extends NamedWorkflow {
  /** JSON pointer of what names it. */
  readonly pointer: string;
}

export interface TaskInput {
  readonly schema?: JsonObject | undefined;
  readonly from?: Template | undefined;
}

export interface TaskOutput {
  readonly schema?: JsonObject | undefined;
  readonly as?: Template | undefined;
}

/** Milliseconds, or an expression that yields a duration. */
export type Duration = number | Template;

/** What all tasks have. */
export interface TaskBase {
  readonly name: string;
  /** Names from the root of the document, as in the keys of steps: `do/notify/try/post`. */
  readonly path: string;
  readonly if: Template | undefined;
  readonly input: TaskInput;
  readonly output: TaskOutput;
  readonly export: Template | undefined;
  readonly timeout: Duration | undefined;
  /** `continue`, `exit`, `end` or the name of a task in the same list. */
  readonly then: string;
}

/** People who may approve a call; without it all people of the account. */
export interface Approvers {
  readonly roles?: readonly Role[] | undefined;
  /** Not whoever started the run. */
  readonly exceptStarter: boolean;
}

/** What every call has. */
interface CallBase extends TaskBase {
  readonly kind: 'call';
  /** The arguments of the tool, or what the document says of the request. */
  readonly arguments: Template;
  /** What the document says of it; the tool's own word holds otherwise. */
  readonly idempotent: boolean | undefined;
  /** Who may approve it, when the app wants an approval. */
  readonly approvers: Approvers | undefined;
}

export interface ToolCallTask extends CallBase {
  readonly server: string;
  readonly tool: string;
  readonly api?: undefined;
}

/** A request of an API of the app: it is the call of one of its tools, which shows when it is made. */
export interface RequestTask extends CallBase {
  /** Whether it says where it goes, or which operation it is. */
  readonly api: 'http' | 'openapi';
  /** The body, in base64 (`raw`) or as what it says, or the whole answer. */
  readonly format: 'content' | 'raw' | 'response';
  /** An answer that sends elsewhere is no error. */
  readonly redirect: boolean;
}

export type CallTask = ToolCallTask | RequestTask;

export interface DoTask extends TaskBase {
  readonly kind: 'do';
  readonly tasks: readonly Task[];
}

export interface ForkTask extends TaskBase {
  readonly kind: 'fork';
  readonly branches: readonly Task[];
  readonly compete: boolean;
}

export interface ForTask extends TaskBase {
  readonly kind: 'for';
  readonly each: string;
  readonly at: string;
  readonly in: Template;
  readonly while: Template | undefined;
  /** Yields the outputs of all iterations instead of the last one's. */
  readonly collects: boolean;
  /** More than one only where it collects: none can have the output of another as its input. */
  readonly concurrency: number;
  readonly tasks: readonly Task[];
}

export interface SwitchTask extends TaskBase {
  readonly kind: 'switch';
  /** The first whose condition holds; without a condition it always does. */
  readonly cases: readonly { readonly when: Template | undefined; readonly then: string }[];
}

export interface TryTask extends TaskBase {
  readonly kind: 'try';
  readonly tasks: readonly Task[];
  readonly catch: Catch;
}

export interface Catch {
  /** Members that an error must have. */
  readonly with: JsonObject;
  readonly as: string;
  readonly when: Template | undefined;
  readonly exceptWhen: Template | undefined;
  readonly retry: RetryPolicy | undefined;
  /** `undefined`: nothing more is done about the error. */
  readonly tasks: readonly Task[] | undefined;
}

export interface RetryPolicy {
  readonly when: Template | undefined;
  readonly exceptWhen: Template | undefined;
  readonly delay: Duration;
  readonly backoff: 'constant' | 'linear' | 'exponential';
  readonly jitter: { readonly from: Duration; readonly to: Duration } | undefined;
  /** Retries after the first attempt. */
  readonly count: number;
  /** Of one attempt. */
  readonly attemptDuration: Duration | undefined;
  /** Of all of them. */
  readonly duration: Duration | undefined;
}

export interface SetTask extends TaskBase {
  readonly kind: 'set';
  readonly value: Template;
}

export interface WaitTask extends TaskBase {
  readonly kind: 'wait';
  readonly duration: Duration;
}

export interface ListenTask extends TaskBase, EventChoice {
  readonly kind: 'listen';
  readonly read: 'data' | 'envelope' | 'raw';
  /** What ends it, where it goes on after the first: a condition on all that has come, or events that are only there for that. */
  readonly until: Template | EventChoice | undefined;
  /** What is done about each. */
  readonly foreach: ListenEach | undefined;
  /** Is called once when the wait begins; the run goes on whatever becomes of it. */
  readonly notify: ToolCallTask | undefined;
}

/** What is done about each event that comes, one after the other. */
export interface ListenEach {
  readonly item: string;
  readonly at: string;
  /** Begin with the event; without them it is what comes of it. */
  readonly tasks: readonly Task[];
  readonly output: TaskOutput;
  readonly export: Template | undefined;
}

export interface RunTask extends TaskBase, NamedWorkflow {
  readonly kind: 'run';
  /** Of the child. */
  readonly given: Template;
  /** Whether the task ends with the child; else it ends when that has begun. */
  readonly awaits: boolean;
  /** Who may approve it, when the app wants an approval. */
  readonly approvers: Approvers | undefined;
}

export interface EmitTask extends TaskBase {
  readonly kind: 'emit';
  /** Its attributes. */
  readonly event: Template;
}

export interface RaiseTask extends TaskBase {
  readonly kind: 'raise';
  readonly error: Template;
}

export type TaskKind = Task['kind'];

export type Task =
  | CallTask
  | DoTask
  | ForkTask
  | ForTask
  | SwitchTask
  | TryTask
  | SetTask
  | WaitTask
  | ListenTask
  | EmitTask
  | RaiseTask
  | RunTask;
