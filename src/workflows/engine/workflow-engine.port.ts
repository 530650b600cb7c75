import type { RunEvent } from '../runs/run-event.js';
import type { Run, RunOfAccount } from '../runs/run.js';

/**
 * Carries runs out so that they survive the process. What runs are made of is the same for every engine, rows and
 * journal too; an engine says which process has a run. Each call but `begin` comes after the row that it is about has been committed.
 */
export abstract class WorkflowEngine {
  /** Whether everything that happens to runs happens in this process, so that nobody has to look for news in the database. */
  abstract readonly alone: boolean;
  /** How many runs this process carries out at this moment; those that only wait are not among them. */
  abstract readonly runCount: number;
  /** Writes a new run down with its first event, and begins with it. It is on disk when this returns. */
  abstract begin(run: Run, first: RunEvent): Promise<void>;
  /** Begins with a run, or goes on with a failed one that is to be tried again. */
  abstract start(run: Run): Promise<void>;
  /** Somebody sent a signal to the run. */
  abstract signalled(run: RunOfAccount): Promise<void>;
  /** Somebody wants the run to stop: ends it together with the calls under way. */
  abstract cancel(run: RunOfAccount): Promise<void>;
}
