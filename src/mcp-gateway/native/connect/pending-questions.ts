import { newId } from '../../../kernel/id.js';
import type { RpcNotification } from '../../../mcp/wire/json-rpc.js';

/** What people do elsewhere and a client was asked for. Each runs a listener once when that is done, and returns what takes it back. */
export interface DoneElsewhere {
  /** Somebody has connected a server, by its handle. */
  readonly onceConnected: (server: string, listener: () => void) => Promise<() => void>;
  /** Somebody has decided about an approval, by its id. */
  readonly onceDecided: (approval: string, listener: () => void) => () => void;
}

interface Pending {
  readonly id: string;
  release: () => void;
}

/** What the client of one session of 2025-11-25 was asked for: it is told when that is done (Elicitation, Completion Notifications). */
export class PendingQuestions {
  /** By the handle of a server, or the id of an approval. */
  private readonly pending = new Map<string, Pending>();
  private closed = false;

  constructor(
    private readonly done: DoneElsewhere,
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

  /** Lets the client know when an approval is decided that it was asked about under its id. */
  awaitDecision(approval: string): void {
    if (this.closed || this.pending.has(approval)) return;
    const release = this.done.onceDecided(approval, () => {
      this.complete(approval, approval);
    });
    this.pending.set(approval, { id: approval, release });
  }

  close(): void {
    this.closed = true;
    for (const { release } of this.pending.values()) release();
    this.pending.clear();
  }

  private async await(server: string, asked: Pending): Promise<void> {
    try {
      const release = await this.done.onceConnected(server, () => {
        this.complete(server, asked.id);
      });
      if (this.closed) release();
      else asked.release = release;
    } catch {
      // The server is not there any more: nobody will connect it.
      this.pending.delete(server);
    }
  }

  private complete(what: string, elicitationId: string): void {
    this.pending.delete(what);
    this.tell({ jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId } });
  }
}
