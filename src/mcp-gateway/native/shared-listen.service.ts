import { printJson } from '../../kernel/json/exact-number.js';
import { Injectable } from '@nestjs/common';
import { isJsonObject } from '../../kernel/json/json.js';
import { Config } from '../../platform/config/config.js';
import { Reply, StreamReply } from '../../platform/http/answers/reply.js';
import type { EventStream } from '../../platform/http/answers/event-stream.js';
import { subscriptionIdOf } from '../../mcp/wire/listeners.js';
import type { RpcNotification } from '../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { Exchange } from '../../mcp/wire/link.js';
import { metaKeys } from '../../mcp/wire/modern-headers.js';
import type { UpstreamConnection } from '../../upstreams/connection/handshake/upstream-connector.port.js';
import { eventOf } from '../../mcp/server/deferred-reply.js';
import { listenStream, type ListenSource } from '../../mcp/server/listen-stream.js';
import { listenFilterOf } from '../../mcp/server/listen-filter.js';
import { statusOfError } from '../../mcp/server/error-status.js';
import { underId } from '../../mcp/server/modern-results.js';
import type { NativeAnswer } from '../../mcp/server/native-answer.js';
import { heardBy, type Hearing } from '../../upstreams/tools/gate/hearing.js';
import type { NativeCall } from './native-call.js';
import type { NativeMessage } from '../../mcp/server/native-request.js';

type Asked = NativeMessage & { id: string | number };

const pauseMs = { first: 100, longest: 5000 };

/** `subscriptions/listen` (2026-07-28) on a connection that many share. */
@Injectable()
export class SharedListen {
  constructor(private readonly config: Config) {}

  open(
    call: NativeCall,
    message: Asked,
    connection: UpstreamConnection,
    hearing: Hearing | undefined,
  ): Promise<NativeAnswer> {
    return connection.era === 'modern'
      ? this.relay(call, message, hearing)
      : Promise.resolve(this.fanOut(call, message, connection));
  }

  /** A subscription of its own on the process; when that is replaced, one on the next. */
  private async relay(call: NativeCall, message: Asked, hearing: Hearing | undefined): Promise<NativeAnswer> {
    const { context, res } = call;
    let stream: EventStream | undefined;
    const early: RpcNotification[] = [];
    let current: Exchange | undefined;
    let isAcknowledged = false;
    let begin: () => void = () => undefined;
    const begun = new Promise<undefined>((resolve) => {
      begin = () => {
        resolve(undefined);
      };
    });
    const onNotification = heardBy((notification: RpcNotification) => {
      if (notification.method === 'notifications/subscriptions/acknowledged') {
        if (isAcknowledged) return;
        isAcknowledged = true;
        begin();
      }
      const told = underSubscription(notification, message.id);
      if (stream === undefined) early.push(told);
      else stream.write(eventOf(printJson(told)));
    }, hearing);
    const subscribe = async (): Promise<Exchange> => {
      const { params = {} } = message;
      const request = { method: 'subscriptions/listen', params, verbatim: true, onNotification };
      return (current = await call.upstream.open(request, context));
    };
    const first = await subscribe();
    const refused = await Promise.race([first.response, begun]);
    if (refused !== undefined) {
      const { error } = refused.message;
      return new Reply(
        error === undefined ? 200 : statusOfError(error.code, 'subscriptions/listen', {}),
        underId(refused, message.id),
        {
          'content-type': 'application/json',
        },
      );
    }
    const leave = () => current?.cancel(new LinkFailure('cancelled', 'the caller left'));
    res.on('close', leave);
    context.onCancel(leave);
    return new StreamReply(async (opened) => {
      stream = opened;
      for (const notification of early.splice(0)) opened.write(eventOf(printJson(notification)));
      const isLeft = () => !opened.open || context.cancelled;
      let exchange: Exchange | undefined = first;
      for (
        let pause = pauseMs.first;
        opened.open && !context.cancelled;
        pause = Math.min(pause * 2, pauseMs.longest)
      ) {
        const ended = await exchange?.response.catch(() => undefined);
        if (ended !== undefined) {
          opened.write(eventOf(underId(ended, message.id)));
          return;
        }
        if (exchange !== undefined) pause = pauseMs.first;
        await new Promise((resolve) => setTimeout(resolve, pause).unref());
        exchange = isLeft() ? undefined : await subscribe().catch(() => undefined);
      }
    });
  }

  /** A server of the 2025 revisions announces to all of its clients alike: what this one wishes to hear is picked out. */
  private fanOut(
    { upstream, context }: NativeCall,
    message: Asked,
    { capabilities }: UpstreamConnection,
  ): StreamReply {
    const { kinds, uris } = listenFilterOf(message, this.config.values.MAX_SUBSCRIPTIONS);
    const announced = kinds.filter((kind) => {
      const capability = capabilities[kind];
      return isJsonObject(capability) && capability['listChanged'] === true;
    });
    const { listeners } = upstream;
    const source: ListenSource = {
      lists: (listener) => {
        listeners.lists.add(listener);
        return () => listeners.lists.delete(listener);
      },
      resource: (uri, listener) => listeners.resources.watch(uri, listener),
    };
    return listenStream(message.id, { kinds: announced, uris }, source, context);
  }
}

function underSubscription(notification: RpcNotification, id: string | number): RpcNotification {
  if (subscriptionIdOf(notification) === undefined) return notification;
  const meta = notification.params?.['_meta'];
  const renamed = { ...(isJsonObject(meta) ? meta : {}), [metaKeys.subscriptionId]: id };
  return { ...notification, params: { ...notification.params, _meta: renamed } };
}
