/** A worker that says nothing any more. */
export interface SilentWorker {
  readonly id: string;
  /** It said that it was leaving. */
  readonly left: boolean;
  /** What stands for its last word now, so that nobody else finds it silent for a while. */
  readonly seenAt: number;
}

/** Which processes that carry out runs live, by the one clock that all of them share. */
export abstract class WorkerStore {
  /** Says that a worker lives. */
  abstract beat(workerId: string): Promise<void>;
  /** Says that a worker carries nothing out any more. */
  abstract leave(workerId: string): Promise<void>;
  /** A worker that has been silent for so long, which nobody else gets for as long again. */
  abstract takeSilent(ms: number): Promise<SilentWorker | undefined>;
  /** Unless it has said meanwhile that it lives. */
  abstract forget(worker: SilentWorker): Promise<void>;
}
