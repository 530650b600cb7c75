import { printJson } from '../../kernel/json/exact-number.js';
import type { CallScope } from '../../kernel/call-scope.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { StreamReply } from '../../platform/http/answers/reply.js';
import { metaKeys } from '../wire/modern-headers.js';
import type { ListKind } from '../wire/list-kind.js';
import { eventOf } from './deferred-reply.js';
import { listFilterNames, type ListenFilter } from './listen-filter.js';

/** Attaches to what changes. The result takes it back. */
export interface ListenSource {
  lists(listener: (kind: ListKind) => void): Promise<() => void> | (() => void);
  /** Rejects when nothing is told of this resource. */
  resource(uri: string, listener: (uri: string) => void): Promise<() => void>;
}

/** Resources that are subscribed to side by side. */
const atOnce = 8;

/** The answer to `subscriptions/listen` that the gateway gives itself: first what is granted, then the changes. */
export function listenStream(
  id: string | number,
  wishes: ListenFilter,
  source: ListenSource,
  scope: CallScope,
): StreamReply {
  return new StreamReply(async (stream) => {
    const _meta = { [metaKeys.subscriptionId]: id };
    const write = (method: string, params: JsonObject) => {
      stream.write(eventOf(printJson({ jsonrpc: '2.0', method, params: { _meta, ...params } })));
    };
    const early: Parameters<typeof write>[] = [];
    let tell: typeof write = (...change) => early.push(change);
    const releases = [
      await source.lists((kind) => {
        if (wishes.kinds.includes(kind)) tell(`notifications/${kind}/list_changed`, {});
      }),
    ];
    const updated = (uri: string) => {
      tell('notifications/resources/updated', { uri });
    };
    try {
      const granted: string[] = [];
      for (let at = 0; at < wishes.uris.length && !scope.cancelled; at += atOnce)
        await Promise.all(
          wishes.uris.slice(at, at + atOnce).map(async (uri) => {
            const release = await source.resource(uri, updated).catch(() => undefined);
            if (release === undefined) return;
            releases.push(release);
            granted.push(uri);
          }),
        );
      write('notifications/subscriptions/acknowledged', {
        notifications: {
          ...Object.fromEntries(wishes.kinds.map((kind) => [listFilterNames[kind], true])),
          ...(granted.length === 0 ? {} : { resourceSubscriptions: granted }),
        },
      });
      tell = write;
      for (const change of early) write(...change);
      await new Promise<void>((resolve) => scope.onCancel(resolve));
    } finally {
      for (const release of releases) release();
    }
  });
}
