import { rpcErrorCodes } from '../wire/error-codes.js';
import type { ClientCall } from '../../platform/http/client-call.js';
import type { Reply, StreamReply } from '../../platform/http/answers/reply.js';
import { RpcRefusal } from './rpc-reply.js';

/** `undefined` when the answer has been written already. */
export type NativeAnswer = Reply | StreamReply | undefined;

/** Throws a refusal to HEAD, which Express takes for GET: it must not take a stream away from who hears it. */
export function requireGet({ context }: ClientCall): void {
  if (context.method !== 'HEAD') return;
  const allow = 'GET, POST, DELETE';
  throw new RpcRefusal(rpcErrorCodes.badRequest, 'A stream is opened with GET.', {
    status: 405,
    headers: { allow },
  });
}

export function headerOf({ headers }: ClientCall, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
