import type { JsonObject } from '../../kernel/json/json.js';
import { tooManySubscriptions } from './listen-filter.js';
import type { NativeMessage } from './native-request.js';

/** What a client has told a session that must be told again when the server has forgotten it. */
export class SessionMemory {
  private readonly subscriptions = new Map<string, JsonObject>();
  private logLevel: JsonObject | undefined;

  constructor(
    /** The `initialize` request that opened the session. */
    readonly initialize: NativeMessage,
    private readonly maxSubscriptions: number,
  ) {}

  /** Throws a refusal when there are too many subscriptions. */
  remember({ method, params }: NativeMessage): void {
    const uri = params?.['uri'];
    if (method === 'resources/subscribe' && typeof uri === 'string' && params !== undefined) {
      if (this.subscriptions.size >= this.maxSubscriptions && !this.subscriptions.has(uri))
        throw tooManySubscriptions(this.maxSubscriptions);
      this.subscriptions.set(uri, params);
    } else if (method === 'resources/unsubscribe' && typeof uri === 'string') this.subscriptions.delete(uri);
    else if (method === 'logging/setLevel') this.logLevel = params;
  }

  /** What follows the handshake, in order; ids are ours and lie beyond those that clients count up. */
  replay(): readonly NativeMessage[] {
    const requests = [
      ...(this.logLevel === undefined ? [] : [{ method: 'logging/setLevel', params: this.logLevel }]),
      ...[...this.subscriptions.values()].map((params) => ({ method: 'resources/subscribe', params })),
    ];
    return [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      ...requests.map((request, index) => ({
        jsonrpc: '2.0',
        id: `gantry-replay-${String(index)}`,
        ...request,
      })),
    ];
  }
}
