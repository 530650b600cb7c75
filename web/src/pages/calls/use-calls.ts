import { useCallback, useEffect, useRef, useState } from 'react';
import { dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import { useLiveConnection, useLiveEvents, type LiveKind } from '../../api/live.ts';
import type { Call } from '../../api/models.ts';

/** What of the calls is wanted; the gateway filters, so that it holds for those that are not loaded too. */
export interface CallFilter {
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly status?: string | undefined;
}

export interface CallList {
  /** Newest first. */
  readonly calls: readonly Call[];
  readonly error: Error | null;
  readonly isPending: boolean;
  /** There are no older ones. */
  readonly isComplete: boolean;
  readonly loadOlder: () => void;
  /** How many came while the list was held. */
  readonly held: number;
}

interface State {
  readonly calls: readonly Call[];
  readonly cursor: string | undefined;
  readonly isPending: boolean;
  readonly error: Error | null;
}

const nothing: State = { calls: [], cursor: undefined, isPending: true, error: null };
const pageSize = 100;

async function readPage(
  filter: CallFilter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<{ calls: readonly Call[]; nextCursor?: string | undefined }> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  const query = {
    limit: pageSize,
    ...(cursor === undefined ? {} : { cursor }),
    ...Object.fromEntries(given),
  };
  return dataOf(await api.GET('/api/calls', { params: { query }, signal }));
}

/** Calls as they come: the newest are asked for when the gateway tells of one, older ones when somebody looks for them. */
export function useCalls({ server, tool, status }: CallFilter, isPaused = false): CallList {
  const [state, setState] = useState(nothing);
  const [held, setHeld] = useState(0);
  const isLive = useLiveConnection();
  const control = useRef(new AbortController());
  const isAsking = useRef(false);
  const asksAgain = useRef(false);

  const loadNewer = useCallback(async (): Promise<void> => {
    if (isAsking.current) {
      asksAgain.current = true;
      return;
    }
    isAsking.current = true;
    const { signal } = control.current;
    try {
      const page = await readPage({ server, tool, status }, undefined, signal);
      if (signal.aborted) return;
      setState((before) => withNewer(before, page.calls, page.nextCursor));
    } catch (error) {
      if (!signal.aborted) setState((before) => ({ ...before, isPending: false, error: error as Error }));
    } finally {
      isAsking.current = false;
      if (asksAgain.current && !signal.aborted) {
        asksAgain.current = false;
        void loadNewer();
      }
    }
  }, [server, tool, status]);

  useEffect(() => {
    control.current = new AbortController();
    const { current } = control;
    isAsking.current = false;
    setState(nothing);
    setHeld(0);
    void loadNewer();
    return () => current.abort();
  }, [loadNewer]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLiveEvents(
    useCallback(
      (kind: LiveKind) => {
        if (kind !== 'call.completed' && kind !== 'reset') return;
        if (isPaused) {
          setHeld((count) => count + 1);
          return;
        }
        timer.current ??= setTimeout(() => {
          timer.current = undefined;
          void loadNewer();
        }, 300);
      },
      [isPaused, loadNewer],
    ),
  );
  const wasPaused = useRef(isPaused);
  useEffect(() => {
    if (wasPaused.current && !isPaused) {
      setHeld(0);
      void loadNewer();
    }
    wasPaused.current = isPaused;
    if (isPaused || isLive) return;
    const polling = setInterval(() => void loadNewer(), 5000);
    return () => clearInterval(polling);
  }, [isPaused, isLive, loadNewer]);

  const isLoadingOlder = useRef(false);
  const { cursor } = state;
  const loadOlder = useCallback(() => {
    if (isLoadingOlder.current || cursor === undefined) return;
    isLoadingOlder.current = true;
    const { signal } = control.current;
    readPage({ server, tool, status }, cursor, signal)
      .then((page) => {
        if (!signal.aborted)
          setState((before) => ({
            ...before,
            calls: distinct([...before.calls, ...page.calls]),
            cursor: page.nextCursor,
          }));
      })
      .catch((error: unknown) => {
        if (!signal.aborted) setState((before) => ({ ...before, error: error as Error }));
      })
      .finally(() => {
        isLoadingOlder.current = false;
      });
  }, [cursor, server, tool, status]);
  return { ...state, isComplete: !state.isPending && cursor === undefined, loadOlder, held };
}

/** The newest page before what is there; when they do not meet, what is there is let go, so that there is no gap. */
function withNewer(before: State, newest: readonly Call[], nextCursor: string | undefined): State {
  const known = new Set(before.calls.map(({ requestId }) => requestId));
  const meets = newest.some(({ requestId }) => known.has(requestId));
  const settled = { isPending: false, error: null };
  if (!meets) return { ...settled, calls: newest, cursor: nextCursor };
  return { ...settled, calls: distinct([...newest, ...before.calls]), cursor: before.cursor };
}

function distinct(calls: readonly Call[]): readonly Call[] {
  return [...new Map(calls.map((call) => [call.requestId, call])).values()];
}
