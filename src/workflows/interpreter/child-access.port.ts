import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import type { Approvers, NamedWorkflow } from '../definition/workflow-definition.js';

/** How a run has other workflows of its app run, in the name of whoever started it. One for each run. */
export interface ChildAccess {
  /**
   * Begins a run; for a step that has begun one, before a crash perhaps, it is that one. Its id. Throws `WorkflowFailure` when there can be
   * none, and `ApprovalAwaited`, `StartAwaited`.
   */
  begin(call: ChildCall): Promise<string>;

  /** The output that a child has given; `undefined` while it is under way. Throws `WorkflowFailure` when it ended without one. */
  output(runId: string, call: ChildCall): Promise<{ readonly value: JsonValue } | undefined>;

  /** Asks a child to stop, with all that it has begun. */
  cancel(runId: string): Promise<void>;
}

/** What a step asks to be run. */
export interface ChildCall extends NamedWorkflow {
  readonly input: JsonObject;
  /** Of the task in the document. */
  readonly path: string;
  readonly stepKey: string;
  /** Whether it goes on when its parent has ended. */
  readonly isDetached: boolean;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Who may approve it, when the app wants an approval; people of the account when it does not say. */
  readonly approvers: Approvers | undefined;
  /** What has been decided about it, once somebody was asked. */
  readonly approvalId: string | undefined;
}
