import { useSyncExternalStore } from 'react';

/** What the last answers said of the session and of the way to the gateway. */
export interface SessionState {
  /** The gateway no longer knows who this is. */
  readonly ended: boolean;
  /** The last request found no gateway. */
  readonly away: boolean;
}

let state: SessionState = { ended: false, away: false };
const listeners = new Set<() => void>();

export function noteSession(change: Partial<SessionState>): void {
  const next = { ...state, ...change };
  if (next.ended === state.ended && next.away === state.away) return;
  state = next;
  for (const listener of listeners) listener();
}

export function useSessionState(): SessionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}
