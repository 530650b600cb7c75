import type { ServerClearance } from '../../apps/clearance/clearance.js';
import type { CalledServer } from '../../kernel/hop.js';
import type { AppPolicies } from '../../apps/document/policies.schema.js';
import type { ServerDefinition, Trust } from './server-definition.js';
import type { ToolPolicy } from './tool-policy.js';

/** A server that can be called: who declared it, under what handle, with which policy. */
export interface RegisteredServer extends CalledServer {
  /** `srv_…`, the same for the same declaration across restarts. */
  readonly id: string;
  /** `name` when the operator published it, `app.name` when an app declared it. */
  readonly handle: string;
  readonly definition: ServerDefinition;
  readonly policy: ToolPolicy;
  readonly trust: Trust;
  /** Names of the secrets of the app, or of the operator's headers or variables, that hold credentials. */
  readonly credentials: readonly string[];
  /** Secrets that a draft may not send there: they are left out. */
  readonly withheld?: readonly string[];
  /** Values that nothing it says must carry to callers. */
  readonly hidden: readonly string[];
  /** Digest of what a connection depends on. */
  readonly fingerprint: string;
  /** The app whose config declares it. */
  readonly app?: {
    readonly id: string;
    readonly slug: string;
    readonly policies: AppPolicies;
    /** The person (`usr_…`) who saved this config, and its policies; `null` once that user is deleted. */
    readonly authorId: string | null;
  };
  /** The published server that this one takes over (`use`). With the same fingerprint the two share connections. */
  readonly published?: RegisteredServer;
  /** What grants leave somebody of a server. */
  readonly cleared?: { readonly whole: RegisteredServer; readonly by: ServerClearance };
}

/** Whether nothing is hidden, renamed, held to a pin or refused: its tools can be called without a look at its list. */
export function isOpenServer({ policy, app }: RegisteredServer): boolean {
  const { requireApproval = [], toolPinning } = app?.policies ?? {};
  return policy.isOpen && requireApproval.length === 0 && toolPinning !== 'block';
}
