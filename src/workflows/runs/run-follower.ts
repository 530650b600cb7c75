import type { CallScope } from '../../kernel/call-scope.js';
import type { RunEvent } from './run-event.js';

export interface WatchOptions {
  /** Number of the last event that is known already. */
  readonly after: number;
  /** Begins the run, which is listened to by then: nothing of it need be read before something is heard of it, or nothing is for a while. */
  readonly begin?: () => Promise<void>;
  readonly scope: CallScope;
  readonly timeoutMs?: number | undefined;
  /** Waited for while the past is told, so that a slow reader is not overrun. */
  readonly ready?: () => Promise<void>;
}

/** Follows runs: what happened, then what happens, each event once and in its order. */
export interface RunFollower {
  /** Tells `onEvent` until the run has ended, the time is over, the caller leaves or the process stops; the last event, if it is the end. */
  follow(
    runId: string,
    options: WatchOptions,
    onEvent: (event: RunEvent) => void,
  ): Promise<RunEvent | undefined>;
}
