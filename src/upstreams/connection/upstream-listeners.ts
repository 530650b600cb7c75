import { InFlight } from '../../kernel/in-flight.js';
import type { ConnectionManagerEvents } from './connection-manager.js';
import { ResourceWatch, type WatchedServer } from './resource-watch.js';
import type { ListKind } from '../../mcp/wire/list-kind.js';

/** Who waits at one server for its owner to connect it. */
const maxAwaiting = 1000;
const listKinds: readonly ListKind[] = ['tools', 'resources', 'prompts'];

/** Who wants to hear of changes of a server. */
export class UpstreamListeners {
  /** Told when a list may have changed. */
  readonly lists = new Set<(kind: ListKind) => void>();
  /** Told when the server is not configured in this way any more. */
  readonly ended = new InFlight<() => void>();
  readonly resources: ResourceWatch;
  /** Whoever waits for somebody to connect, told once. */
  private readonly awaiting = new Set<() => void>();
  /** Milliseconds since the epoch at which somebody last connected the server, as far as this process knows: it may have been before it looked. */
  credentialAt = Date.now();
  private wasConnected = false;

  constructor(server: WatchedServer) {
    this.resources = new ResourceWatch(server);
  }

  /** Whether somebody hears changes, for which there has to be a connection. */
  get any(): boolean {
    return this.lists.size > 0 || this.resources.size > 0;
  }

  /** Whether somebody would miss what is yet to come, though nothing has to be connected for it. */
  get anyAwaiting(): boolean {
    return this.ended.size > 0 || this.awaiting.size > 0;
  }

  /** What a connection tells, told to its owner and to who listens. */
  hearing(owner: Omit<ConnectionManagerEvents, 'resourceUpdated'>): ConnectionManagerEvents {
    return {
      ...owner,
      listChanged: (kind) => {
        owner.listChanged(kind);
        for (const listener of this.lists) listener(kind);
      },
      resourceUpdated: (notification) => {
        this.resources.updated(notification);
      },
      connected: (connection) => {
        owner.connected(connection);
        if (this.wasConnected) this.missed();
        this.wasConnected = true;
      },
    };
  }

  /**
   * Runs `listener` once when somebody has connected the server. The result takes it back. Of too many the one that has waited for longest is
   * forgotten: a client that is told nothing asks again.
   */
  onceConnected(listener: () => void): () => void {
    const [oldest] = this.awaiting;
    if (this.awaiting.size >= maxAwaiting && oldest !== undefined) this.awaiting.delete(oldest);
    const own = () => {
      listener();
    };
    this.awaiting.add(own);
    return () => this.awaiting.delete(own);
  }

  /** The server may offer something else to whoever uses it by that credential: another list, none, or one at last. */
  credentialChanged(what: 'connected' | 'needs_auth'): void {
    if (what === 'connected') {
      this.credentialAt = Date.now();
      const told = [...this.awaiting];
      this.awaiting.clear();
      for (const listener of told) listener();
    }
    for (const kind of listKinds) for (const listener of this.lists) listener(kind);
  }

  close(): void {
    this.resources.close();
    for (const listener of this.ended.values()) listener();
  }

  /** What changed while there was no connection was told to nobody. */
  private missed(): void {
    for (const kind of listKinds) for (const listener of this.lists) listener(kind);
    this.resources.reconnected();
  }
}
