import type { CommandFacts } from './command-facts.js';
import type { CommandSession } from './session.js';

/** A file in commands/: what the command does. */
export interface CommandModule {
  readonly run: (session: CommandSession) => Promise<void>;
}

/** One command of the table. Its code is loaded when it is run. */
export interface Command extends CommandFacts {
  readonly load: () => Promise<CommandModule>;
}
