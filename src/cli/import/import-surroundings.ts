import type { Environment } from '../environment.js';

/** What an import depends on beside the file. */
export interface ImportSurroundings {
  readonly environment: Environment;
  /** The client's file. */
  readonly file?: string;
  /** Names of servers that the gateway publishes. */
  readonly published: readonly string[];
  /** Names of servers that the config has already. */
  readonly present: readonly string[];
  readonly takenSecrets: readonly string[];
  /** Whether apps of the gateway may run commands. */
  readonly allowsCommands: boolean;
  /** Whether a published server stands in for a command of the same name. */
  readonly usePublished: boolean;
}
