import { Injectable } from '@nestjs/common';
import { printJson } from '../../kernel/json/exact-number.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { printed } from '../../kernel/text/printable.js';
import { DeferredReply } from '../../mcp/server/deferred-reply.js';
import { modernised } from '../../mcp/server/modern-results.js';
import type { NativeAnswer } from '../../mcp/server/native-answer.js';
import { metaOf, type NativeMessage } from '../../mcp/server/native-request.js';
import type { RpcNotification } from '../../mcp/wire/json-rpc.js';
import { metaKeys } from '../../mcp/wire/modern-headers.js';
import { Config } from '../../platform/config/config.js';
import type { ClientCall } from '../../platform/http/client-call.js';
import type { CallOn } from './answering-call.js';
import { ConnectAnswers } from './connect/connect-answers.service.js';

/** What answers: an app, or a server that somebody must connect. */
interface Answerer<S> {
  /** Throws refusals and problems. */
  answer(call: CallOn<S>): Promise<JsonObject>;
}

/** Requests of 2026-07-28 that the gateway answers itself, and what is told meanwhile. */
@Injectable()
export class ModernAnswers {
  constructor(
    private readonly connects: ConnectAnswers,
    private readonly config: Config,
  ) {}

  /** Answers a request from `state`; what fails, or has to be connected first, is an answer too. */
  begin<S>(
    { principal, owner, headers, context }: ClientCall,
    message: NativeMessage & { readonly id: string | number; readonly method: string },
    state: S,
    by: Answerer<S>,
  ): NativeAnswer | Promise<NativeAnswer> {
    const { id, method, params = {} } = message;
    const { progressToken, ...meta } = metaOf(message);
    const answer = new DeferredReply(this.config.values.STREAM_HEARTBEAT_MS, headers.accept);
    const wantsLogs = meta[metaKeys.logLevel] !== undefined;
    const notify = (notification: RpcNotification) => {
      if (notification.method === 'notifications/message' && wantsLogs) answer.tell(printJson(notification));
      if (notification.method === 'notifications/progress' && progressToken !== undefined)
        answer.tell(printJson({ ...notification, params: { ...notification.params, progressToken } }));
    };
    const asked = { caller: { principal, owner }, state, method, params, meta, scope: context, notify };
    const result = this.connects.isOwn(asked)
      ? this.connects.resumed(asked).then((again) => by.answer(again))
      : by.answer(asked);
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
}
