import type { Caller } from '../../../kernel/caller.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import type { ApprovalDeciders } from '../../approvals/approval.js';
import type { RegisteredServer } from '../../declared/registered-server.js';
import type { ToolEntry } from '../tool-view.js';
import type { GatedServer } from './call-hook.js';

/** Whether a call may go on that needs an approval, where that is given in a way of its own. */
export interface Approval {
  /** Whether one of those who decide has approved this very call. */
  isGiven(deciders: ApprovalDeciders): boolean | Promise<boolean>;
}

interface Asking {
  readonly arguments?: JsonObject | undefined;
  /** Is asked first. */
  readonly approval?: Approval | undefined;
}

/** A call of a tool that somebody wants to make. */
export interface AskedTool extends Asking {
  readonly server: RegisteredServer;
  /** As the policy of the server shows it. */
  readonly name: string;
  /** Milliseconds that the caller gives it, the search for the tool included. */
  readonly timeoutMs?: number | undefined;
  /** Callers who must be allowed to make the call, too. */
  readonly also?: readonly Caller[] | undefined;
}

/** A call of what the gateway itself offers as a tool: it need not be looked for. */
export interface AskedOwnTool extends Asking {
  readonly server: GatedServer;
  readonly entry: Pick<ToolEntry, 'original' | 'shown' | 'needsApproval'>;
}

/** A result as its caller is to see it. */
export type Showing = (result: unknown) => Promise<JsonObject>;

/** A call that may be made, with what it may be made with. */
export interface AdmittedCall {
  readonly arguments: JsonObject | undefined;
  /** `undefined`: as it comes, unread. */
  readonly show: Showing | undefined;
}
