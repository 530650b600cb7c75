import { newestSessionVersion } from '../../../mcp/wire/revisions.js';
import { rpcErrorCodes } from '../../../mcp/wire/error-codes.js';
import type { Exchange, Link, RawResponse } from '../../../mcp/wire/link.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import type { RpcMessage, RpcRequest } from '../../../mcp/wire/json-rpc.js';
import { SdkTransport } from './sdk-transport.adapter.js';

/** What answers `initialize` in time but has passed over the probe before it will not answer that any more. */
const afterthoughtMs = 500;

const discover = 'server/discover';

/** What is declared to a server of the 2025 revisions. */
export interface Greeting {
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly capabilities: JsonObject;
}

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
    private readonly greeting: Greeting,
    /** How long a process that is up may be silent. */
    private readonly patienceMs: number,
  ) {
    super(link, onMessage);
  }

  protected override exchange(request: RpcRequest, headers: readonly string[]): Exchange {
    if (request.method === 'initialize' && this.early !== undefined)
      return { ...this.early, response: this.early.response.then((response) => under(request, response)) };
    const exchange = super.exchange(request, headers);
    if (request.method !== discover) return exchange;
    return { ...exchange, response: this.probed(request, headers, exchange) };
  }

  /** The answer to the probe, or what silence means: a refusal, unless the process refuses the 2025 revisions (-32022). */
  private probed(request: RpcRequest, headers: readonly string[], first: Exchange): Promise<RawResponse> {
    return new Promise((resolve, reject) => {
      const timers: NodeJS.Timeout[] = [];
      let isOver = false;
      const over = () => {
        isOver = true;
        for (const timer of timers) clearTimeout(timer);
      };
      const after = (ms: number, then: () => void) => {
        if (!isOver) timers.push(setTimeout(then, ms));
      };
      const giveUp = () => {
        over();
        this.isGuess = true;
        const error = { code: rpcErrorCodes.methodNotFound, message: 'the probe was not answered' };
        resolve({ message: { jsonrpc: '2.0', id: request.id, error } });
      };
      /** The process passed over the first message it got, whatever it was. */
      const askAgain = () => {
        over();
        const again = super.exchange({ ...request, id: 'gantry-discover' }, headers);
        again.response.then((response) => {
          resolve(under(request, response));
        }, reject);
      };
      const greet = (waitMs: number) => {
        this.greetEarly().then(
          ({ message }) => {
            if (isOver) return;
            if (message.error?.code === rpcErrorCodes.unsupportedProtocolVersion) askAgain();
            else after(waitMs, giveUp);
          },
          () => undefined,
        );
      };
      first.response.finally(over).then(resolve, reject);
      let isAwake = false;
      void this.link.awake?.then(() => {
        isAwake = true;
        after(this.patienceMs, () => {
          if (this.early === undefined) greet(0);
          else giveUp();
        });
      });
      after(this.patienceMs, () => {
        if (!isAwake) greet(afterthoughtMs);
      });
    });
  }

  private greetEarly(): Promise<RawResponse> {
    const params = { protocolVersion: newestSessionVersion, ...this.greeting };
    this.early = this.link.request({ jsonrpc: '2.0', id: 'gantry-initialize', method: 'initialize', params });
    return this.early.response;
  }
}

function under({ id }: RpcRequest, response: RawResponse): RawResponse {
  const { jsonrpc, result, error } = response.message;
  return { message: { jsonrpc, id, ...(error === undefined ? { result: result ?? {} } : { error }) } };
}
