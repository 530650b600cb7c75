import { newestSessionVersion } from '../../../mcp/wire/revisions.js';
import { rpcErrorCodes } from '../../../mcp/wire/error-codes.js';
import type { Exchange, Link, RawResponse } from '../../../mcp/wire/link.js';
import type { RpcMessage, RpcRequest } from '../../../mcp/wire/json-rpc.js';
import { SdkTransport } from './sdk-transport.adapter.js';

/** What answers `initialize` in time but has passed over the probe before it will not answer that any more. */
const afterthoughtMs = 500;

/**
 * A process. The SDK takes a transport with `stderr` and `pid` for one, whose silence to its probe means an older revision; how long it is
 * silent is counted here, from its first byte on: until then it may be on its way (`npx` downloads for minutes).
 */
export class SdkStdioTransport extends SdkTransport {
  readonly stderr = null;
  readonly pid = null;
  /** Whether the server counts as one of the 2025 revisions only because it did not answer the probe. */
  isGuess = false;
  /** The handshake of the 2025 revisions, sent early to a process that may pass over everything else. */
  private early: Exchange | undefined;

  constructor(
    link: Link,
    onMessage: (message: RpcMessage) => boolean | undefined,
    private readonly clientInfo: { readonly name: string; readonly version: string },
    /** How long a process that is up may be silent. */
    private readonly patienceMs: number,
  ) {
    super(link, onMessage);
  }

  protected override exchange(request: RpcRequest, headers: readonly string[]): Exchange {
    if (request.method === 'initialize' && this.early !== undefined)
      return { ...this.early, response: this.early.response.then((response) => under(request, response)) };
    const exchange = super.exchange(request, headers);
    if (request.method === 'server/discover') this.watch(request, exchange);
    return exchange;
  }

  private watch({ id }: RpcRequest, exchange: Exchange): void {
    const timers: NodeJS.Timeout[] = [];
    let isOver = false;
    const after = (ms: number, then: () => void) => {
      if (!isOver) timers.push(setTimeout(then, ms));
    };
    const over = () => {
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
    };
    exchange.response.then(over, over);
    const giveUp = () => {
      over();
      this.isGuess = true;
      exchange.forget?.();
      const error = { code: rpcErrorCodes.methodNotFound, message: 'the probe was not answered' };
      this.onmessage?.({ jsonrpc: '2.0', id, error });
    };
    let isAwake = false;
    void this.link.awake?.then(() => {
      isAwake = true;
      after(this.patienceMs, giveUp);
    });
    after(this.patienceMs, () => {
      if (!isAwake)
        this.greetEarly().then(
          () => {
            after(afterthoughtMs, giveUp);
          },
          () => undefined,
        );
    });
  }

  private greetEarly(): Promise<RawResponse> {
    const params = { protocolVersion: newestSessionVersion, capabilities: {}, clientInfo: this.clientInfo };
    this.early = this.link.request({ jsonrpc: '2.0', id: 'gantry-initialize', method: 'initialize', params });
    return this.early.response;
  }
}

function under({ id }: RpcRequest, response: RawResponse): RawResponse {
  const { jsonrpc, result, error } = response.message;
  return { message: { jsonrpc, id, ...(error === undefined ? { result: result ?? {} } : { error }) } };
}
