import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { chosenAccount, inChosenAccount } from './chosen-account.ts';
import { basePath } from './place.ts';

/** What the gateway tells by itself. `reset`: something may have been missed. */
const kinds = [
  'server.changed',
  'call.completed',
  'approval.waiting',
  'approval.decided',
  'run.changed',
  'schedule.changed',
  'app.changed',
  'reset',
] as const;

export type LiveKind = (typeof kinds)[number];

/** Lists that an event makes old, by the beginnings of their addresses. */
const touched: Readonly<Record<LiveKind, readonly string[]>> = {
  'server.changed': ['/api/servers', '/api/doctor', '/api/connections', '/api/cli/apps/{app}/tools/drift'],
  'call.completed': ['/api/calls'],
  'approval.waiting': ['/api/approvals', '/api/sdk/workflows/runs'],
  'approval.decided': ['/api/approvals', '/api/sdk/workflows/runs'],
  'run.changed': ['/api/sdk/workflows/runs'],
  'schedule.changed': ['/api/sdk/workflows'],
  'app.changed': ['/api/cli/apps', '/api/servers', '/api/sdk/workflows'],
  reset: ['/api/'],
};

interface Note {
  readonly kind?: LiveKind;
  readonly data?: unknown;
  readonly connected?: boolean;
  readonly asks?: true;
}

const listeners = new Set<(kind: LiveKind, data: unknown) => void>();
const connectionListeners = new Set<() => void>();
let connected = false;
let hasBeenConnected = false;

function setConnected(now: boolean): void {
  if (connected === now) return;
  connected = now;
  for (const listener of connectionListeners) listener();
}

/** Whether news come by themselves; where they do not, lists are asked for every five seconds. */
export function useLiveConnection(): boolean {
  return useSyncExternalStore(
    (listener) => {
      connectionListeners.add(listener);
      return () => connectionListeners.delete(listener);
    },
    () => connected,
  );
}

/** `refetchInterval` of a list that events keep fresh. */
export function usePolling(): number | false {
  return useLiveConnection() ? false : 5000;
}

export function useLiveEvents(listen: (kind: LiveKind, data: unknown) => void): void {
  useEffect(() => {
    listeners.add(listen);
    return () => void listeners.delete(listen);
  }, [listen]);
}

/**
 * Begins to listen for this tab. Of the tabs in one account the one that holds the lock has the stream; the others hear from it. Without locks
 * (pages over plain HTTP) there is no stream: a few tabs with one each would leave none of the browser's connections for anything else.
 */
export function beginLive(client: QueryClient): () => void {
  if (!('locks' in navigator)) return () => undefined;
  const name = `gantry-live ${chosenAccount() ?? ''}`;
  const channel = new BroadcastChannel(name);
  const ended = new AbortController();
  const hear = ({ kind, data, connected: now }: Note): void => {
    if (now !== undefined) {
      // Whether it was the gateway that went, one question tells; after a break something may have been missed.
      if (connected && !now) void client.invalidateQueries({ queryKey: ['get', '/api/me'] });
      if (!connected && now && hasBeenConnected) makeOld(client, 'reset');
      hasBeenConnected ||= now;
      setConnected(now);
    }
    if (kind === undefined) return;
    makeOld(client, kind);
    for (const listener of listeners) listener(kind, data);
  };
  let leads = false;
  channel.onmessage = ({ data }: MessageEvent<Note>) => {
    if (data.asks === true && leads) channel.postMessage({ connected });
    else hear(data);
  };
  channel.postMessage({ asks: true });
  const tell = (note: Note): void => {
    channel.postMessage(note);
    hear(note);
  };
  navigator.locks
    .request(name, { signal: ended.signal }, () => {
      leads = true;
      return lead(tell, ended.signal);
    })
    .catch(() => undefined);
  return () => {
    ended.abort();
    channel.close();
  };
}

/** Holds the stream until the tab ends. The browser opens it anew when it breaks, with the id of the last event. */
function lead(tell: (note: Note) => void, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    const open = (): void => {
      const opened = new EventSource(inChosenAccount(`${basePath}/api/events`));
      source = opened;
      opened.onopen = () => tell({ connected: true });
      opened.onerror = () => {
        tell({ connected: false });
        // Refused for good, as the browser sees it: a session that has ended may have begun again.
        if (opened.readyState === EventSource.CLOSED) again = setTimeout(open, 10_000);
      };
      for (const kind of kinds)
        opened.addEventListener(kind, ({ data }: MessageEvent<string>) => tell({ kind, data: parsed(data) }));
    };
    open();
    ended.addEventListener('abort', () => {
      clearTimeout(again);
      source?.close();
      resolve();
    });
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const waiting = new Map<LiveKind, ReturnType<typeof setTimeout>>();

/** A burst of events makes lists old once. */
function makeOld(client: QueryClient, kind: LiveKind): void {
  if (waiting.has(kind)) return;
  const begin = (): void => {
    waiting.delete(kind);
    void client.invalidateQueries({
      predicate: ({ queryKey: [, path] }) =>
        typeof path === 'string' && touched[kind].some((start) => path.startsWith(start)),
    });
  };
  waiting.set(kind, setTimeout(begin, 300));
}
