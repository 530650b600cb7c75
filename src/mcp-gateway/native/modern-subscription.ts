import type { CallScope } from '../../kernel/call-scope.js';
import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import type { RpcNotification } from '../../upstreams/links/json-rpc.js';
import { LinkFailure } from '../../upstreams/links/link-failure.js';
import type { Exchange } from '../../upstreams/links/link.js';
import type { Upstream } from '../../upstreams/upstream.js';

const pauseMs = { first: 200, longest: 10_000 };
const kinds = { tools: 'toolsListChanged', resources: 'resourcesListChanged', prompts: 'promptsListChanged' };

/** One `subscriptions/listen` on behalf of a client that subscribes as the 2025 revisions do; renewed when it ends or the wishes change. */
export class ModernSubscription {
  private readonly uris = new Set<string>();
  private lists: JsonObject = {};
  private current: Exchange | undefined;
  private closed = false;
  private running = false;

  constructor(
    private readonly upstream: Upstream,
    private readonly scope: CallScope,
    private readonly envelope: () => JsonObject,
    private readonly tell: (notification: RpcNotification) => void,
  ) {}

  /** Listens to the changes that the server says it announces. */
  follow(capabilities: JsonObject): void {
    this.lists = Object.fromEntries(
      Object.entries(kinds).flatMap(([kind, wish]) => {
        const capability = capabilities[kind];
        return isJsonObject(capability) && capability['listChanged'] === true ? [[wish, true]] : [];
      }),
    );
    this.renew();
  }

  add(uri: string): void {
    this.uris.add(uri);
    this.renew();
  }

  remove(uri: string): void {
    this.uris.delete(uri);
    this.renew();
  }

  close(): void {
    this.closed = true;
    this.current?.cancel(new LinkFailure('cancelled', 'the session has ended'));
  }

  private renew(): void {
    this.current?.cancel(new LinkFailure('cancelled', 'the wishes have changed'));
    if (!this.running && (this.uris.size > 0 || Object.keys(this.lists).length > 0)) void this.run();
  }

  private async run(): Promise<void> {
    this.running = true;
    let pause = pauseMs.first;
    while (!this.closed && (this.uris.size > 0 || Object.keys(this.lists).length > 0)) {
      const startedAt = performance.now();
      await this.listen().catch(() => undefined);
      pause =
        performance.now() - startedAt > pauseMs.longest
          ? pauseMs.first
          : Math.min(pause * 2, pauseMs.longest);
      if (this.current !== undefined) await new Promise((resolve) => setTimeout(resolve, pause).unref());
    }
    this.running = false;
  }

  private async listen(): Promise<void> {
    const notifications = {
      ...this.lists,
      ...(this.uris.size === 0 ? {} : { resourceSubscriptions: [...this.uris] }),
    };
    const exchange = await this.upstream.open(
      {
        method: 'subscriptions/listen',
        params: { notifications, _meta: this.envelope() },
        verbatim: true,
        onNotification: (notification) => {
          if (notification.method !== 'notifications/subscriptions/acknowledged') this.tell(notification);
        },
      },
      this.scope,
    );
    this.current = exchange;
    await exchange.response;
  }
}
