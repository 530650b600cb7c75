import { InFlight } from '../../kernel/in-flight.js';
import type { ConnectionManagerEvents } from './connection-manager.js';
import { ResourceWatch, type WatchedServer } from './resource-watch.js';
import type { ListKind } from '../../mcp/wire/list-kind.js';

const listKinds: readonly ListKind[] = ['tools', 'resources', 'prompts'];

/** Who wants to hear of changes of a server. */
export class UpstreamListeners {
  /** Told when a list may have changed. */
  readonly lists = new Set<(kind: ListKind) => void>();
  /** Told when the server is not configured in this way any more. */
  readonly ended = new InFlight<() => void>();
  readonly resources: ResourceWatch;
  private wasConnected = false;

  constructor(server: WatchedServer) {
    this.resources = new ResourceWatch(server);
  }

  /** Whether somebody hears changes, for which there has to be a connection. */
  get any(): boolean {
    return this.lists.size > 0 || this.resources.size > 0;
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
