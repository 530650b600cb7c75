import { metaOf, type NativeMessage } from '../../../mcp/server/native-request.js';
import type { AnsweringCall } from '../answering-call.js';
import type { NativeCall } from '../native-call.js';

/** What a message asks for and who asks, as far as it is answered here. */
export function askedOf(
  { principal, owner }: NativeCall,
  message: NativeMessage & { readonly method: string },
): Pick<AnsweringCall, 'caller' | 'method' | 'params' | 'meta'> {
  const meta = Object.fromEntries(Object.entries(metaOf(message)).filter(([key]) => key !== 'progressToken'));
  return { caller: { principal, owner }, method: message.method, params: message.params ?? {}, meta };
}
