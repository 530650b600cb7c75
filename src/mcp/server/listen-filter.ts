import { rpcErrorCodes } from '../wire/error-codes.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { ListKind } from '../wire/list-kind.js';
import type { NativeMessage } from './native-request.js';
import { RpcRefusal } from './rpc-reply.js';

/** What `subscriptions/listen` (2026-07-28) calls the changes of each list. */
export const listFilterNames: Readonly<Record<ListKind, string>> = {
  tools: 'toolsListChanged',
  resources: 'resourcesListChanged',
  prompts: 'promptsListChanged',
};

/** What a client wants to hear of. */
export interface ListenFilter {
  readonly kinds: readonly ListKind[];
  /** Each once. */
  readonly uris: readonly string[];
}

/** Reads `subscriptions/listen`. Throws a refusal when it names more than `maxUris` resources. */
export function listenFilterOf({ params }: NativeMessage, maxUris: number): ListenFilter {
  const given = params?.['notifications'];
  const notifications: JsonObject = isJsonObject(given) ? given : {};
  const { resourceSubscriptions } = notifications;
  const uris = Array.isArray(resourceSubscriptions)
    ? resourceSubscriptions.filter((uri) => typeof uri === 'string')
    : [];
  const kinds = (Object.keys(listFilterNames) as ListKind[]).filter(
    (kind) => notifications[listFilterNames[kind]] === true,
  );
  if (uris.length > maxUris) throw tooManySubscriptions(maxUris);
  return { kinds, uris: [...new Set(uris)] };
}

/** A client that subscribes to more than it may. */
export function tooManySubscriptions(max: number): RpcRefusal {
  return new RpcRefusal(
    rpcErrorCodes.invalidParams,
    `At most ${String(max)} resources may be subscribed to at once (MAX_SUBSCRIPTIONS).`,
    { status: 200 },
  );
}
