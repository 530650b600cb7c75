import type { RpcNotification } from '../../../mcp/wire/json-rpc.js';

/** What is left of a notification for callers; `undefined`: nothing. */
export type Hearing = (notification: RpcNotification) => RpcNotification | undefined;

/** Notifications that say nothing in words. */
const wordless =
  /^notifications\/(?:(?:tools|prompts|resources)\/list_changed|resources\/updated|subscriptions\/acknowledged|elicitation\/complete)$/;

/** Of progress the numbers, of a cancellation the request, of what else is said in words nothing: it could tell what nobody has decided on. */
export const withoutTold: Hearing = (notification) => {
  const { method, params = {} } = notification;
  if (!method.startsWith('notifications/') || wordless.test(method)) return notification;
  const { progressToken, progress, total, requestId } = params;
  if (method === 'notifications/progress')
    return {
      ...notification,
      params: { progressToken, progress, ...(total === undefined ? {} : { total }) },
    };
  return method === 'notifications/cancelled' ? { ...notification, params: { requestId } } : undefined;
};

/** What is left of any message of a server; only what it tells is heard less of. */
export function heardOf<M extends object>(message: M, hearing: Hearing | undefined): M | undefined {
  if (hearing === undefined || !('method' in message) || typeof message.method !== 'string') return message;
  return hearing(message as unknown as RpcNotification) as M | undefined;
}

/** A listener that hears so much; the same one where it hears all. */
export function heardBy<L extends ((notification: RpcNotification) => void) | undefined>(
  listener: L,
  hearing: Hearing | undefined,
): L | ((notification: RpcNotification) => void) {
  if (listener === undefined || hearing === undefined) return listener;
  return (notification) => {
    const heard = hearing(notification);
    if (heard !== undefined) listener(heard);
  };
}
