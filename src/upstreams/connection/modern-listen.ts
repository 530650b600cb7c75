import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { problemOfRpcError } from './failure-mapping.js';
import type { RpcNotification } from '../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { Exchange } from '../../mcp/wire/link.js';

/** What is listened to: changes of lists, and of single resources. */
export interface ListenTargets {
  readonly lists: JsonObject;
  readonly uris: readonly string[];
}

/** Sends `subscriptions/listen`. */
export type OpenListen = (
  notifications: JsonObject,
  onNotification: (notification: RpcNotification) => void,
) => Promise<Exchange>;

const pauseMs = { first: 200, longest: 10_000 };
const acknowledgeMs = 10_000;
const nothing: ListenTargets = { lists: {}, uris: [] };

/**
 * One `subscriptions/listen` (2026-07-28) that is kept up: opened again when it breaks off, and replaced without a gap when the wishes
 * change.
 */
export class ModernListen {
  private wishes = nothing;
  private current: { exchange?: Exchange } | undefined;
  private granted: JsonObject = {};
  private wanted = 0;
  private applied = 0;
  private applying: Promise<void> | undefined;
  private reopening = false;
  private isRefused = false;
  private closed = false;

  constructor(
    private readonly open: OpenListen,
    private readonly tell: (notification: RpcNotification) => void,
    /** It had broken off and is there again: what happened meanwhile was told to nobody. */
    private readonly onReopened: () => void,
  ) {}

  /** Listens to exactly this from now on. Resolves when the server has acknowledged it; rejects when it refuses or cannot be reached. */
  wish(wishes: ListenTargets): Promise<void> {
    this.wishes = wishes;
    return this.apply();
  }

  /** The same for who cannot be told of a failure: it is tried until it works, unless the server refuses. */
  insist(wishes: ListenTargets): void {
    this.wish(wishes).catch(() => this.reopen());
  }

  /** Whether the server has said that it tells of a resource. */
  grants(uri: string): boolean {
    const { resourceSubscriptions } = this.granted;
    return !Array.isArray(resourceSubscriptions) || resourceSubscriptions.includes(uri);
  }

  close(): void {
    this.closed = true;
    void this.apply();
  }

  private apply(): Promise<void> {
    this.wanted++;
    this.applying ??= this.work().finally(() => {
      this.applying = undefined;
    });
    return this.applying;
  }

  /** Wishes that come while others are being told to the server wait for their turn. */
  private async work(): Promise<void> {
    while (this.applied !== this.wanted) {
      this.applied = this.wanted;
      await this.replace();
    }
  }

  private get isIdle(): boolean {
    return this.closed || (this.wishes.uris.length === 0 && Object.keys(this.wishes.lists).length === 0);
  }

  private async replace(): Promise<void> {
    const before = this.current;
    try {
      if (this.isIdle) this.current = undefined;
      else await this.establish();
    } finally {
      if (this.current !== before)
        before?.exchange?.cancel(new LinkFailure('cancelled', 'another subscription takes its place'));
    }
  }

  /** The new subscription counts from its acknowledgement on, the one before until then. */
  private async establish(): Promise<void> {
    const { lists, uris } = this.wishes;
    const next: { exchange?: Exchange } = {};
    let acknowledge: () => void = () => undefined;
    const acknowledged = new Promise<undefined>((resolve) => {
      acknowledge = () => {
        resolve(undefined);
      };
    });
    const exchange = await this.open(
      { ...lists, ...(uris.length === 0 ? {} : { resourceSubscriptions: uris }) },
      (notification) => {
        if (notification.method === 'notifications/subscriptions/acknowledged') {
          const notifications = notification.params?.['notifications'];
          this.granted = isJsonObject(notifications) ? notifications : {};
          this.current = next;
          acknowledge();
        } else if (this.current === next) this.tell(notification);
      },
    );
    next.exchange = exchange;
    const late = setTimeout(() => {
      exchange.cancel(new LinkFailure('timeout', 'the server did not acknowledge the subscription'));
    }, acknowledgeMs).unref();
    const ended = await Promise.race([exchange.response, acknowledged]).finally(() => {
      clearTimeout(late);
    });
    this.isRefused = ended?.message.error !== undefined;
    if (ended?.message.error !== undefined) throw problemOfRpcError(ended.message.error);
    if (ended !== undefined) throw new LinkFailure('broken', 'the server ended the subscription at once');
    void exchange.response
      .catch(() => undefined)
      .then(() => {
        if (this.current !== next) return;
        this.current = undefined;
        void this.reopen();
      });
  }

  private async reopen(): Promise<void> {
    if (this.reopening) return;
    this.reopening = true;
    for (let pause = pauseMs.first; this.isBroken(); pause = Math.min(pause * 2, pauseMs.longest)) {
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)).unref());
      if (!this.isBroken()) break;
      const isBack = await this.apply().then(
        () => true,
        () => false,
      );
      if (isBack && !this.isIdle) this.onReopened();
    }
    this.reopening = false;
  }

  private isBroken(): boolean {
    return this.current === undefined && !this.isIdle && !this.isRefused;
  }
}
