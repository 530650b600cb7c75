import { newId } from '../../../kernel/id.js';
import type { RpcNotification } from '../../../mcp/wire/json-rpc.js';

/** Runs a listener once when somebody has connected a server, by its handle. The result takes it back. */
export type OnceConnected = (server: string, listener: () => void) => Promise<() => void>;

interface Pending {
  readonly id: string;
  release: () => void;
}

/** What the client of one session of 2025-11-25 was asked to connect: it is told when that is done (Elicitation, Completion Notifications). */
export class PendingConnects {
  private readonly pending = new Map<string, Pending>();
  private closed = false;

  constructor(
    private readonly onceConnected: OnceConnected,
    private readonly tell: (notification: RpcNotification) => void,
  ) {}

  /** The id under which the client is asked about a server: the same until somebody has connected it. */
  idFor(server: string): string {
    const known = this.pending.get(server);
    if (known !== undefined) return known.id;
    const asked: Pending = { id: newId('eli'), release: () => undefined };
    this.pending.set(server, asked);
    void this.await(server, asked);
    return asked.id;
  }

  close(): void {
    this.closed = true;
    for (const { release } of this.pending.values()) release();
    this.pending.clear();
  }

  private async await(server: string, asked: Pending): Promise<void> {
    try {
      const release = await this.onceConnected(server, () => {
        this.pending.delete(server);
        const params = { elicitationId: asked.id };
        this.tell({ jsonrpc: '2.0', method: 'notifications/elicitation/complete', params });
      });
      if (this.closed) release();
      else asked.release = release;
    } catch {
      // The server is not there any more: nobody will connect it.
      this.pending.delete(server);
    }
  }
}
