import type { JsonObject } from '../../kernel/json/json.js';
import type { AskedCall } from '../definition/requests/asked-call.js';
import type { Approvers } from '../definition/workflow-definition.js';

/** How a run reaches the tools of its app, in the name of whoever started it. One for each run. */
export interface ToolAccess {
  /** The tool's result as it came (a `CallToolResult`), also with `isError`. Throws `WorkflowFailure` when there is none, and `ApprovalAwaited`. */
  call(call: StepCall): Promise<JsonObject>;

  /** The call that a request asks for, among those of the app; `name`: what it asks for, as the document has it. Throws `WorkflowFailure`, `RequestFault`. */
  find(asked: AskedCall, name: string): Promise<FoundTool>;

  /** Whether the tool says of itself that it may be called twice without harm. Throws `WorkflowFailure` when nobody can tell. */
  isRepeatable(server: string, tool: string): Promise<boolean>;

  /** Whether the app lets the tool run only after an approval. */
  needsApproval(server: string, tool: string): Promise<boolean>;

  /** Binds an approval to the call that its step returned to readers. */
  bindApproval(signalId: string, call: BoundCall): Promise<void>;
}

/** A tool of the app, and with what it is called. */
export interface FoundTool {
  readonly server: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** A call that people are asked to approve. */
export interface ApprovedCall {
  /** Of the task in the document. */
  readonly path: string;
  readonly server: string;
  readonly tool: string;
  /** Unset while they are not known. */
  readonly arguments?: JsonObject | undefined;
}

/** The call that an approval is bound to. */
export interface BoundCall {
  /** Of the task in the document. */
  readonly path: string;
  /** `tool@server` */
  readonly tool: string;
  /** Digest of the arguments, when they were known before. */
  readonly arguments?: string;
  /** Key of the step that waited: the approval opens no call of another iteration, visit or attempt. */
  readonly waited: string;
}

export interface StepCall {
  readonly server: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Names of arguments that expressions made: of those a list of one or none is given as JSONata has it, without its brackets. */
  readonly computed: readonly string[];
  readonly runId: string;
  /** Of the task in the document. */
  readonly path: string;
  /** Goes upstream in `_meta` with the run's id: the same when the call is repeated. */
  readonly stepKey: string;
  /** Time that is left for it; without it the time-outs of the server hold. */
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal;
  /** Who may approve the call, when the app wants an approval; people of the account when it does not say. */
  readonly approvers: Approvers | undefined;
  /** What has been decided about the call, once somebody was asked. */
  readonly approvalId: string | undefined;
  /** Is waited for right before the first byte leaves for the server. What it throws ends the call, with nothing sent. */
  leaving(): Promise<void>;
  /** Is told the progress notifications of the tool. */
  progress(progress: JsonObject): void;
}
