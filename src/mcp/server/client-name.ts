import { isJsonObject } from '../../kernel/json/json.js';
import { metaKeys } from '../wire/modern-headers.js';
import { metaOf, type NativeMessage } from './native-request.js';

/** What the client calls itself in its handshake, or in a request of 2026-07-28. */
export function clientNameIn(message: NativeMessage | undefined): string | undefined {
  if (message === undefined) return undefined;
  const info = message.params?.['clientInfo'] ?? metaOf(message)[metaKeys.clientInfo];
  const name = isJsonObject(info) ? info['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
