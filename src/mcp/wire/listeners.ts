import { InFlight } from '../../kernel/in-flight.js';
import { isJsonObject } from '../../kernel/json/json.js';
import { metaKeys } from './modern-headers.js';
import type { RpcNotification, RpcRequest } from './json-rpc.js';

type Listener = (notification: RpcNotification) => void;

interface Listening {
  readonly method: string;
  readonly progressToken: unknown;
  readonly asksForLogs: boolean;
  readonly listener: Listener | undefined;
}

/** What says nothing of itself, or stays open for as long as there is a connection. */
const quiet: ReadonlySet<string> = new Set(['ping', 'server/discover', 'subscriptions/listen']);

/** Requests under way, of which some want to hear what the server tells of them by a way that all of them share. */
export class Listeners {
  private listeners = 0;
  private readonly listening = new InFlight<Listening, string | number>();

  add({ id, method, params }: RpcRequest, listener: Listener | undefined): void {
    const meta = params?.['_meta'] as Readonly<Record<string, unknown>> | undefined;
    if (listener !== undefined) this.listeners++;
    this.listening.set(id, {
      method,
      progressToken: meta?.['progressToken'],
      asksForLogs: meta?.[metaKeys.logLevel] !== undefined,
      listener,
    });
  }

  /** Whether anybody wants to hear anything. */
  get any(): boolean {
    return this.listeners > 0;
  }

  delete(id: string | number): void {
    if (this.listening.take(id)?.listener !== undefined) this.listeners--;
  }

  /**
   * Progress and subscriptions name their request. A log message on a shared channel may belong to any that is under way, at 2026-07-28 to
   * any that asks for them: while there are several nobody gets it, since it would be another's.
   */
  tell(notification: RpcNotification): void {
    const { method, params } = notification;
    const subscription = subscriptionIdOf(notification);
    if (subscription !== undefined) this.listening.get(subscription)?.listener?.(notification);
    else if (method === 'notifications/message') {
      const underWay = [...this.listening.values()].filter((it) => !quiet.has(it.method));
      const asking = underWay.filter((it) => it.asksForLogs);
      const [only, ...others] = asking.length > 0 ? asking : underWay;
      if (others.length === 0) only?.listener?.(notification);
    } else if (method === 'notifications/progress' && params?.['progressToken'] !== undefined)
      for (const { progressToken, listener } of this.listening.values())
        if (progressToken === params['progressToken']) listener?.(notification);
  }
}

/** Which `subscriptions/listen` request a notification answers (2026-07-28, Subscriptions). */
export function subscriptionIdOf({ params }: RpcNotification): string | number | undefined {
  const meta = params?.['_meta'];
  const id = isJsonObject(meta) ? meta[metaKeys.subscriptionId] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
