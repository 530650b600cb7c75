/** Which processes that carry out runs live, by the one clock that all of them share. */
export abstract class WorkerStore {
  /** Says that a worker lives. */
  abstract beat(workerId: string): Promise<void>;
  /** Says that a worker carries nothing out any more. */
  abstract leave(workerId: string): Promise<void>;
  /** A worker that has been silent for so long, which nobody else gets for as long again. `left`: it said that it was leaving. */
  abstract takeSilent(ms: number): Promise<{ readonly id: string; readonly left: boolean } | undefined>;
  abstract forget(workerId: string): Promise<void>;
}
