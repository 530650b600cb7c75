import { readResult } from '../../mcp/wire/message-decoder.js';
import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import { printJson } from '../../kernel/json/exact-number.js';
import { Injectable } from '@nestjs/common';
import { isJsonObject, withMember, type JsonObject } from '../../kernel/json/json.js';
import { printed } from '../../kernel/text/printable.js';
import { Config } from '../../platform/config/config.js';
import type { RpcNotification } from '../../mcp/wire/json-rpc.js';
import { askedOf } from './connect/asked-message.js';
import { ConnectAnswers } from './connect/connect-answers.service.js';
import { heardBy } from '../../upstreams/tools/gate/hearing.js';
import { CallGate } from '../../upstreams/tools/gate/call-gate.service.js';
import { requireOneReading } from '../../upstreams/tools/gate/shown-response.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import { metaKeys } from '../../mcp/wire/modern-headers.js';
import { newProgressToken } from '../../mcp/wire/progress-token.js';
import type { UpstreamConnection } from '../../upstreams/connection/handshake/upstream-connector.port.js';
import { askingMethods, refuse } from '../../mcp/wire/question.js';
import { mayAsk, requireDeclared } from '../questions/question-rules.js';
import { DeferredReply } from '../../mcp/server/deferred-reply.js';
import { statusOfError } from '../../mcp/server/error-status.js';
import { checkModernRequest, headerMismatch } from '../../mcp/server/modern-checks.js';
import {
  discovered,
  modernised,
  modernisedUnderId,
  paramsForLegacy,
  removedMethods,
  underId,
} from '../../mcp/server/modern-results.js';
import type { NativeAnswer } from '../../mcp/server/native-answer.js';
import type { NativeCall } from './native-call.js';
import { MirroredHeaders } from './mirrored-headers.service.js';
import {
  expectsAnswer,
  metaOf,
  type NativeMessage,
  type NativeRequest,
} from '../../mcp/server/native-request.js';
import { Reply } from '../../platform/http/answers/reply.js';
import { emptyReply, RpcRefusal, type RpcId } from '../../mcp/server/rpc-reply.js';
import { SharedQuestions } from './shared-questions.service.js';
import { nextPageOf, responseWithAllPages } from './whole-list.js';
import { UndeclaredLists } from './undeclared-lists.service.js';
import { SharedListen } from './shared-listen.service.js';

type Asked = NativeMessage & { id: string | number; method: string };

/**
 * Callers of 2026-07-28 on a connection that they share: a process that speaks that revision too, whose requests get ids and progress
 * tokens of ours, or any server of the 2025 revisions, for which they are translated.
 */
@Injectable()
export class SharedLane {
  /** Calls under way that want log lines, by connection: a line on a shared channel does not say whose it is. */
  private readonly logging = new WeakMap<UpstreamConnection, number>();

  constructor(
    private readonly gate: CallGate,
    private readonly mirrored: MirroredHeaders,
    private readonly listen: SharedListen,
    private readonly questions: SharedQuestions,
    private readonly connects: ConnectAnswers,
    private readonly undeclared: UndeclaredLists,
    private readonly config: Config,
  ) {}

  /** Throws refusals and problems. */
  async post(
    call: NativeCall,
    request: NativeRequest,
    connection: UpstreamConnection,
  ): Promise<NativeAnswer> {
    const [message] = request.messages;
    if (request.isBatch || message === undefined)
      throw new RpcRefusal(rpcErrorCodes.invalidRequest, '2026-07-28 takes one message at a time.');
    if (!expectsAnswer(message)) return this.notify(call, message, connection);
    checkModernRequest(message, call.headers);
    const isLegacy = connection.era === 'legacy';
    if (message.method === 'server/discover' && isLegacy) {
      const introduction = discovered(await this.undeclared.introduction(call, connection));
      const show = this.gate.show(call, call.server, message, call.context);
      return answer(message, (await show?.(introduction)) ?? introduction);
    }
    if (isLegacy && removedMethods.has(message.method))
      throw new RpcRefusal(rpcErrorCodes.methodNotFound, 'Method not found', { status: 404 });
    if (message.method === 'subscriptions/listen')
      return this.listen.open(call, message, connection, this.gate.hearing(call.server));
    return this.request(call, { message, bytes: request.bytes }, connection);
  }

  /** Ids and tokens in what is told of requests are the client's: of these only the gateway could speak to the server, and does. */
  private async notify(
    { upstream, server, context }: NativeCall,
    message: NativeMessage,
    connection: UpstreamConnection,
  ): Promise<NativeAnswer> {
    const { method } = message;
    if (method === undefined || ownNotifications.has(method)) return emptyReply(202);
    const params = connection.era === 'legacy' ? paramsForLegacy(message) : message.params;
    const admission = await upstream.admit({ method, server }, context);
    try {
      await connection.notify({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) });
      return emptyReply(202);
    } catch (error) {
      throw admission.failed(error);
    } finally {
      admission.leave();
    }
  }

  private async request(
    call: NativeCall,
    { message, bytes }: { readonly message: Asked; readonly bytes: Buffer },
    connection: UpstreamConnection,
  ): Promise<NativeAnswer> {
    const { server, headers, context } = call;
    const review = this.gate.review(call, server, message, context);
    const sent = review === undefined ? message : await review();
    if (message.method === 'tools/call') {
      const unlike = await this.mirrored.missing(call, sent);
      if (unlike !== undefined) throw headerMismatch(`Mcp-Param-${unlike}`);
    }
    const answer = new DeferredReply(this.config.values.STREAM_HEARTBEAT_MS, headers.accept);
    const given = { message: sent, bytes: sent === message ? bytes : undefined };
    this.exchange(call, given, connection, answer)
      .then((response) =>
        responseWithAllPages(sent, response, connection.era === 'modern', this.config.values, (cursor) =>
          this.exchange(call, { message: nextPageOf(sent, cursor), bytes: undefined }, connection, answer),
        ),
      )
      .then((response) => this.told(call, message, sent, response, connection))
      .then(
        ({ text, status }) => {
          answer.end(text, status);
        },
        (error: unknown) => {
          const reply = this.connects.failed(error, askedOf(call, message), message.id, context);
          answer.end(reply.body ?? '', reply.status);
        },
      );
    return answer.reply;
  }

  private async exchange(
    call: NativeCall,
    { message, bytes }: { readonly message: NativeMessage; readonly bytes: Buffer | undefined },
    connection: UpstreamConnection,
    answer: DeferredReply,
  ): Promise<RawResponse> {
    const { upstream, server, context } = call;
    const isLegacy = connection.era === 'legacy';
    const given = metaOf(message);
    const tell = heardBy(
      (notification: RpcNotification) => void answer.tell(printJson(notification)),
      this.gate.hearing(server),
    );
    if (isLegacy && this.questions.concern(server, message))
      return this.questions.request(call, message, tell);
    const token = given['progressToken'];
    const ownToken = newProgressToken();
    const renamed = token === undefined ? message : withMeta(message, { ...given, progressToken: ownToken });
    const wantsLogs = given[metaKeys.logLevel] !== undefined;
    if (wantsLogs) this.countLogging(connection, 1);
    const onNotification = (notification: RpcNotification) => {
      if (notification.method === 'notifications/message') {
        if (wantsLogs && (isAlone(connection) || this.logging.get(connection) === 1)) tell(notification);
      } else if (notification.method === 'notifications/progress') {
        const params = { ...notification.params, progressToken: token };
        if (notification.params?.['progressToken'] === ownToken) tell({ ...notification, params });
      }
    };
    try {
      return await upstream.request(
        {
          server,
          method: String(message.method),
          params: isLegacy ? paramsForLegacy(renamed) : (renamed.params ?? {}),
          verbatim: true,
          bytes: isLegacy ? undefined : underToken(bytes, token === undefined ? undefined : ownToken),
          onNotification,
          onQuestion: isLegacy && askingMethods.has(String(message.method)) ? refuse : undefined,
          timeoutMs: server.definition.options.timeoutMs,
        },
        context,
      );
    } finally {
      if (wantsLogs) this.countLogging(connection, -1);
    }
  }

  /** The response as the client is to get it, and its HTTP status. */
  private async told(
    call: NativeCall,
    { id, method }: Asked,
    sent: NativeMessage,
    response: RawResponse,
    connection: UpstreamConnection,
  ): Promise<{ text: Buffer | string; status: number }> {
    const { server, context } = call;
    const { error } = response.message;
    if (error !== undefined) {
      const said = await this.gate.showError(call, server, sent, context)?.(error);
      const isSame = said === undefined || said === error;
      return {
        text: isSame ? underId(response, id) : printJson({ ...response.message, id, error: said }),
        status: statusOfError(error.code, method, connection.capabilities),
      };
    }
    if (!mayAsk(server.definition.options)) {
      const result = await readResult(response.message);
      if (isJsonObject(result)) requireDeclared(result, {});
    }
    const show = this.gate.show(call, server, sent, context);
    const bytes = show === undefined ? untouched(response, id, method, connection) : undefined;
    if (bytes !== undefined) return { text: bytes, status: 200 };
    const result = await readResult(response.message);
    const shown = show === undefined ? (result ?? {}) : await show(result);
    if (connection.era === 'modern' && shown === result) {
      await requireOneReading(response.resultBytes, result);
      return { text: underId(response, id), status: 200 };
    }
    const told = connection.era === 'modern' ? shown : modernised(shown, method);
    return { text: printed({ ...response.message, id, result: told }), status: 200 };
  }

  private countLogging(connection: UpstreamConnection, change: 1 | -1): void {
    this.logging.set(connection, (this.logging.get(connection) ?? 0) + change);
  }
}

/** What the gateway itself says to a server that several share. */
const ownNotifications: ReadonlySet<string> = new Set([
  'notifications/cancelled',
  'notifications/initialized',
  'notifications/progress',
  'notifications/roots/list_changed',
]);

/** A response whose result need not be read; `undefined` for others. */
function untouched(
  response: RawResponse,
  id: RpcId,
  method: string,
  { era }: UpstreamConnection,
): Buffer | string | undefined {
  if (era === 'modern') return underId(response, id);
  return (
    modernisedUnderId(response, method, id) ??
    (isJsonObject(response.message.result) ? undefined : underId(response, id))
  );
}

/** Over HTTP each request has a stream of its own. */
function isAlone({ transport }: UpstreamConnection): boolean {
  return transport === 'http';
}

/** The message as it came, but for the token of its progress. */
function underToken(bytes: Buffer | undefined, token: string | undefined): Buffer | undefined {
  if (bytes === undefined || token === undefined) return bytes;
  return withMember(bytes, ['params', '_meta', 'progressToken'], printJson(token));
}

function withMeta(message: NativeMessage, meta: JsonObject): NativeMessage {
  return { ...message, params: { ...message.params, _meta: meta } };
}

function answer({ id }: Asked, result: JsonObject): Reply {
  return Reply.json({ jsonrpc: '2.0', id, result }, 200);
}
