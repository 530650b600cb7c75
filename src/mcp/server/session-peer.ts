import type { CallScope } from '../../kernel/call-scope.js';
import type { RpcMessage, RpcNotification, RpcRequest, RpcResponse } from '../wire/json-rpc.js';
import type { LinkFailure } from '../wire/link-failure.js';
import type { Exchange } from '../wire/link.js';
import { inTime } from './in-time.js';

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
  try {
    return await inTime(greeted(peer, initialize), timeoutMs, 'the handshake');
  } catch (error) {
    void peer.close();
    throw error;
  }
}

async function greeted(peer: SessionPeer, initialize: RpcRequest): Promise<Awaited<Exchange['response']>> {
  await peer.open();
  const response = await peer.request(initialize).response;
  const version = response.message.result?.['protocolVersion'];
  if (typeof version === 'string') peer.setSession({ protocolVersion: version });
  return response;
}
