import type { CallScope } from '../../kernel/call-scope.js';
import type { RpcMessage, RpcNotification, RpcRequest, RpcResponse } from '../wire/json-rpc.js';
import { LinkFailure } from '../wire/link-failure.js';
import type { Exchange } from '../wire/link.js';

/** What stands behind a session: a process, a connection of its own, or a translation. A `Link` is one. */
export interface SessionPeer {
  open(): Promise<void>;
  /** `scope`: the request that the message came with. */
  request(
    message: RpcRequest,
    options?: { readonly bytes?: Buffer | undefined; readonly scope?: CallScope | undefined },
  ): Exchange;
  send(message: RpcNotification | RpcResponse, bytes?: Buffer): Promise<void>;
  setSession(session: { readonly protocolVersion?: string }): void;
  /** `about`: the id of the client's request that a message belongs to, when that is known. */
  onMessage: (message: RpcMessage, bytes?: Buffer, about?: string | number) => void;
  onClose: (failure: LinkFailure) => void;
  close(): Promise<void>;
}

/** The handshake of one peer. Rejects with a `LinkFailure` when it fails or takes too long. */
export async function shakeHands(
  peer: SessionPeer,
  initialize: RpcRequest,
  timeoutMs: number,
): Promise<Awaited<Exchange['response']>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new LinkFailure('timeout', `the handshake took longer than ${String(timeoutMs)} ms`));
    }, timeoutMs);
  });
  try {
    await Promise.race([peer.open(), late]);
    const response = await Promise.race([peer.request(initialize).response, late]);
    const version = response.message.result?.['protocolVersion'];
    if (typeof version === 'string') peer.setSession({ protocolVersion: version });
    return response;
  } catch (error) {
    void peer.close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
