import { headerNames } from '../../../mcp/wire/header-names.js';
import { modernHeaders } from '../../../mcp/wire/modern-headers.js';
import type { NativeRequest } from '../../../mcp/server/native-request.js';
import type { NativeCall } from '../native-call.js';
import { headersForServer } from './relay-headers.js';

/** The client's headers; those that mirror the body are made anew when a policy has changed it. */
export function sentHeaders(
  call: NativeCall,
  sent: NativeRequest,
  isChanged: boolean,
  serverId: string | undefined,
): string[] {
  const [message] = sent.messages;
  if (!isChanged || sent.era === 'legacy' || message?.method === undefined)
    return headersForServer(call.headers, serverId);
  const headers = { ...call.headers, [headerNames.method]: undefined, [headerNames.name]: undefined };
  return [...headersForServer(headers, serverId), ...modernHeaders(message.method, message.params)];
}
