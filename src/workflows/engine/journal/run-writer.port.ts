import type { RunWrite } from './run-write.js';

/** Puts on disk what runs want to remember, as long as this process is the one that carries them out. */
export abstract class RunWriter {
  /** Whether this process may carry out runs. */
  abstract readonly writable: boolean;

  /**
   * Writes all that `take` gives, which is asked at the last moment, in one transaction. The result: what was not written because this
   * process has the run no longer.
   */
  abstract write(take: () => readonly RunWrite[]): Promise<readonly RunWrite[]>;
}
