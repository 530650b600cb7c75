import { modernVersion } from '../../mcp/wire/revisions.js';
import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import { Injectable } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { AppState } from '../../apps/document/app.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { listenStream, type ListenSource } from '../../mcp/server/listen-stream.js';
import { listenFilterOf } from '../../mcp/server/listen-filter.js';
import { checkModernRequest } from '../../mcp/server/modern-checks.js';
import { modernised } from '../../mcp/server/modern-results.js';
import type { ClientCall } from '../../platform/http/client-call.js';
import type { NativeAnswer } from '../../mcp/server/native-answer.js';
import { expectsAnswer, type NativeMessage, type NativeRequest } from '../../mcp/server/native-request.js';
import { emptyReply, RpcRefusal } from '../../mcp/server/rpc-reply.js';
import { Config } from '../../platform/config/config.js';
import { Reply, type StreamReply } from '../../platform/http/answers/reply.js';
import { ModernAnswers } from '../../mcp-gateway/native/modern-answers.service.js';
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
    private readonly answers: ModernAnswers,
    private readonly config: Config,
  ) {}

  /** Throws refusals. */
  async post(call: ClientCall, slug: string, request: NativeRequest): Promise<NativeAnswer> {
    const [message] = request.messages;
    if (request.isBatch || message === undefined)
      throw new RpcRefusal(rpcErrorCodes.invalidRequest, '2026-07-28 takes one message at a time.');
    if (!expectsAnswer(message)) return emptyReply(202);
    checkModernRequest(message, call.headers);
    const { id, method } = message;
    const state = await this.apps.get(call.principal, slug);
    if (method === 'server/discover') return Reply.json({ jsonrpc: '2.0', id, result: discovered(state) });
    if (method === 'subscriptions/listen') return this.listen(call, state, message);
    return this.answers.begin(call, message, state, this.mcp);
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
