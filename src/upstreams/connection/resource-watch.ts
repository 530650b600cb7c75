import { CallScope } from '../../kernel/call-scope.js';
import { Problem } from '../../kernel/problems/problem.js';
import { problemOfRpcError } from './failure-mapping.js';
import type { RpcNotification } from '../../mcp/wire/json-rpc.js';
import type { Exchange, RawResponse } from '../../mcp/wire/link.js';
import { ModernListen } from './modern-listen.js';
import type { McpRequest, UpstreamConnection } from './handshake/upstream-connector.port.js';

/** Hears that a resource has changed: the one that is watched, or one below it. */
export type ResourceListener = (uri: string) => void;

/** What is needed of a server to watch its resources. */
export interface WatchedServer {
  readonly isConnected: boolean;
  connect(scope: CallScope): Promise<UpstreamConnection>;
  request(request: McpRequest & { readonly timeoutMs: number }, scope: CallScope): Promise<RawResponse>;
  open(request: McpRequest, scope: CallScope): Promise<Exchange>;
}

interface Watched {
  readonly listeners: Set<ResourceListener>;
  isSubscribed: boolean;
  /** What is under way; each step waits for the one before. */
  settled: Promise<void>;
}

const answerMs = 10_000;
/** What happens for nobody's request. */
const newScope = () => new CallScope('resource-watch');

/**
 * Who wants to know when single resources of a server change: one subscription at the server for all who watch the same resource, in the
 * way of the server's revision, and told again to each new connection.
 */
export class ResourceWatch {
  private readonly watched = new Map<string, Watched>();
  private readonly listen: ModernListen;

  constructor(private readonly server: WatchedServer) {
    this.listen = new ModernListen(
      (notifications, onNotification) =>
        server.open(
          { method: 'subscriptions/listen', params: { notifications }, onNotification },
          newScope(),
        ),
      (notification) => {
        this.updated(notification);
      },
      () => {
        this.missed();
      },
    );
  }

  /** Resources that somebody watches. */
  get size(): number {
    return this.watched.size;
  }

  /**
   * Runs `listener` after each change; the result takes it back. Rejects with the problem when the server cannot or will not tell of
   * changes.
   */
  async watch(uri: string, listener: ResourceListener): Promise<() => void> {
    let watched = this.watched.get(uri);
    if (watched === undefined) {
      watched = { listeners: new Set(), isSubscribed: false, settled: Promise.resolve() };
      this.watched.set(uri, watched);
    }
    const { listeners } = watched;
    // Two watchers may bring the same function.
    const own: ResourceListener = (changed) => {
      listener(changed);
    };
    listeners.add(own);
    const release = () => {
      if (listeners.delete(own) && listeners.size === 0) this.align(uri).catch(() => undefined);
    };
    try {
      await this.align(uri);
    } catch (error) {
      release();
      throw error;
    }
    return release;
  }

  /** A change that the server tells of. */
  updated({ params }: RpcNotification): void {
    const changed = params?.['uri'];
    if (typeof changed !== 'string') return;
    for (const [uri, { listeners }] of this.watched)
      if (isAtOrBelow(changed, uri)) for (const listener of listeners) listener(changed);
  }

  /** The server knows nothing of earlier subscriptions: they are made again, and whoever watches is told to look. */
  reconnected(): void {
    for (const [uri, watched] of this.watched) {
      watched.isSubscribed = false;
      this.align(uri).catch(() => undefined);
    }
    this.missed();
  }

  close(): void {
    this.watched.clear();
    this.listen.close();
  }

  private missed(): void {
    for (const [uri, { listeners }] of this.watched) for (const listener of listeners) listener(uri);
  }

  private align(uri: string): Promise<void> {
    const watched = this.watched.get(uri);
    if (watched === undefined) return Promise.resolve();
    watched.settled = watched.settled.catch(() => undefined).then(() => this.bring(uri, watched));
    return watched.settled;
  }

  private async bring(uri: string, watched: Watched): Promise<void> {
    const isWanted = watched.listeners.size > 0;
    try {
      const isKnown = isWanted || this.server.isConnected;
      if (isWanted !== watched.isSubscribed && isKnown) await this.tell(uri, isWanted);
      watched.isSubscribed = isWanted;
    } finally {
      if (watched.listeners.size === 0 && this.watched.get(uri) === watched) this.watched.delete(uri);
    }
  }

  private async tell(uri: string, isWanted: boolean): Promise<void> {
    const scope = newScope();
    const { era, capabilities } = await this.server.connect(scope);
    if (era === 'modern') {
      const wanted = [...this.watched].filter(([, { listeners }]) => listeners.size > 0);
      await this.listen.wish({ lists: {}, uris: wanted.map(([watched]) => watched) });
      if (isWanted && !this.listen.grants(uri)) throw unwatchable();
      return;
    }
    if (isWanted && (capabilities['resources'] as { subscribe?: unknown } | undefined)?.subscribe !== true)
      throw unwatchable();
    const method = isWanted ? 'resources/subscribe' : 'resources/unsubscribe';
    const { message } = await this.server.request(
      { method, params: { uri }, repeatable: true, timeoutMs: answerMs },
      scope,
    );
    if (isWanted && message.error !== undefined) throw problemOfRpcError(message.error);
  }
}

/** A server may tell of a part of what was subscribed to (MCP 2025-11-25, Resources, Subscriptions). */
function isAtOrBelow(changed: string, watched: string): boolean {
  return changed === watched || changed.startsWith(watched.endsWith('/') ? watched : `${watched}/`);
}

function unwatchable(): Problem {
  return new Problem('invalid-params', 'The server does not tell of changes of this resource.');
}
