import { printJson } from '../../kernel/json/exact-number.js';
import { mcpTarget } from '../../kernel/mcp-operation.js';
import type { ClientCall } from '../../platform/http/client-call.js';
import { headerNames } from '../wire/header-names.js';
import { metaKeys } from '../wire/modern-headers.js';
import { headerOf } from './native-answer.js';
import { metaOf, type NativeRequest } from './native-request.js';

/** Notes for telemetry what a client asks for, and takes over the place in a trace that its message brings. A batch is told as HTTP. */
export function noteOperation(call: ClientCall, { messages, isBatch }: NativeRequest): void {
  const [message] = messages;
  if (isBatch || message?.method === undefined) return;
  const { context } = call;
  const { method, id, params } = message;
  const meta = metaOf(message);
  const version =
    meta[metaKeys.protocolVersion] ?? (method === 'initialize' ? params?.['protocolVersion'] : undefined);
  context.operation = {
    method: method.slice(0, 100),
    ...mcpTarget(method, params),
    id:
      id === undefined || id === null
        ? undefined
        : (typeof id === 'string' ? id : printJson(id)).slice(0, 200),
    sessionId: headerOf(call, headerNames.sessionId),
    protocolVersion:
      typeof version === 'string' ? version.slice(0, 32) : headerOf(call, headerNames.protocolVersion),
  };
  const { traceparent } = meta;
  if (typeof traceparent === 'string') context.adoptTrace(traceparent);
}
