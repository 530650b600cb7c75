import { modernVersion } from '../../mcp/wire/revisions.js';
import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import { printJson } from '../../kernel/json/exact-number.js';
import { Injectable } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { AppState } from '../../apps/document/app.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { printed } from '../../kernel/text/printable.js';
import { DeferredReply } from '../../mcp/server/deferred-reply.js';
import { listenStream, type ListenSource } from '../../mcp/server/listen-stream.js';
import { listenFilterOf } from '../../mcp/server/listen-filter.js';
import { checkModernRequest } from '../../mcp/server/modern-checks.js';
import { modernised } from '../../mcp/server/modern-results.js';
import type { ClientCall } from '../../platform/http/client-call.js';
import type { NativeAnswer } from '../../mcp/server/native-answer.js';
import {
  expectsAnswer,
  metaOf,
  type NativeMessage,
  type NativeRequest,
} from '../../mcp/server/native-request.js';
import { emptyReply, RpcRefusal } from '../../mcp/server/rpc-reply.js';
import { Config } from '../../platform/config/config.js';
import { Reply, type StreamReply } from '../../platform/http/answers/reply.js';
import { ConnectAnswers } from '../../mcp-gateway/native/connect/connect-answers.service.js';
import { metaKeys } from '../../mcp/wire/modern-headers.js';
import { AppChanges } from './app-changes.service.js';
import { introductionOf } from './app-introduction.js';
import { appCapabilities, AppMcp } from './app-mcp.service.js';

/** Requests of 2026-07-28 to an app. */
@Injectable()
export class AppModern {
  constructor(
    private readonly apps: AppConfigs,
    private readonly mcp: AppMcp,
    private readonly changes: AppChanges,
    private readonly connects: ConnectAnswers,
    private readonly config: Config,
  ) {}

  /** Throws refusals. */
  async post(call: ClientCall, slug: string, request: NativeRequest): Promise<NativeAnswer> {
    const [message] = request.messages;
    if (request.isBatch || message === undefined)
      throw new RpcRefusal(rpcErrorCodes.invalidRequest, '2026-07-28 takes one message at a time.');
    if (!expectsAnswer(message)) return emptyReply(202);
    checkModernRequest(message, call.headers);
    const { principal, owner, headers, context } = call;
    const { id, method, params = {} } = message;
    const state = await this.apps.get(principal, slug);
    if (method === 'server/discover') return Reply.json({ jsonrpc: '2.0', id, result: discovered(state) });
    if (method === 'subscriptions/listen') return this.listen(call, state, message);
    const { progressToken, ...meta } = metaOf(message);
    const answer = new DeferredReply(this.config.values.STREAM_HEARTBEAT_MS, headers.accept);
    const wantsLogs = meta[metaKeys.logLevel] !== undefined;
    const notify = (notification: { method: string; params?: JsonObject }) => {
      if (notification.method === 'notifications/message' && wantsLogs) answer.tell(printJson(notification));
      if (notification.method === 'notifications/progress' && progressToken !== undefined)
        answer.tell(printJson({ ...notification, params: { ...notification.params, progressToken } }));
    };
    const asked = { caller: { principal, owner }, state, method, params, meta, scope: context, notify };
    const result = this.connects.isOwn(asked)
      ? this.connects.resumed(asked).then((again) => this.mcp.answer(again))
      : this.mcp.answer(asked);
    result
      .then((given) => printed({ jsonrpc: '2.0', id, result: modernised(given, method) }))
      .then(
        (text) => {
          answer.end(text);
        },
        (error: unknown) => {
          const reply = this.connects.failed(error, asked, id, context);
          answer.end(reply.body ?? '', reply.status);
        },
      );
    return answer.reply;
  }

  /** One stream for the changes of all servers of the app. */
  private listen(
    { principal, owner, context }: ClientCall,
    state: AppState,
    message: NativeMessage & { readonly id: string | number },
  ): StreamReply {
    const wishes = listenFilterOf(message, this.config.values.MAX_SUBSCRIPTIONS);
    const caller = { principal, owner };
    const source: ListenSource = {
      lists: (listener) => this.changes.watch(caller, state, listener),
      resource: (uri, listener) => this.changes.subscribe(caller, state, uri, listener),
    };
    return listenStream(message.id, wishes, source, context);
  }
}

function discovered(state: AppState): JsonObject {
  const { serverInfo, instructions } = introductionOf(state);
  return modernised(
    {
      supportedVersions: [modernVersion],
      capabilities: appCapabilities,
      ...(instructions === undefined ? {} : { instructions }),
      _meta: { [metaKeys.serverInfo]: serverInfo },
    },
    'server/discover',
  );
}
