import { Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { holderOf } from '../../kernel/principal.js';
import type { RpcNotification } from '../../mcp/wire/json-rpc.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import { metaKeys } from '../../mcp/wire/modern-headers.js';
import { newProgressToken } from '../../mcp/wire/progress-token.js';
import { askable, askingMethods, refuse, type OnQuestion } from '../../mcp/wire/question.js';
import { CallGate } from '../../upstreams/tools/gate/call-gate.service.js';
import { askedAs } from '../../upstreams/tools/gate/shown-question.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import type { CallScope } from '../../kernel/call-scope.js';
import { HeldCallRelay } from '../questions/held-call-relay.service.js';
import { HeldCalls } from '../questions/held-calls.service.js';
import { declaredTo } from '../questions/question-rules.js';
import { paramsForLegacy } from '../../mcp/server/modern-results.js';
import type { NativeCall } from './native-call.js';
import { metaOf, type NativeMessage } from '../../mcp/server/native-request.js';

type Notify = (notification: RpcNotification) => void;

/**
 * Clients of 2026-07-28 that can be asked, at servers of the 2025 revisions: their requests have a connection of their own, and what the
 * server asks in the middle is an `input_required` result.
 */
@Injectable()
export class SharedQuestions {
  constructor(
    private readonly gate: CallGate,
    private readonly held: HeldCalls,
    private readonly relay: HeldCallRelay,
  ) {}

  /** Whether a request has to be made here. */
  concern(server: RegisteredServer, message: NativeMessage): boolean {
    return stateOf(message) !== undefined || answerableTo(server, message) !== undefined;
  }

  /** Throws problems. */
  request(call: NativeCall, message: NativeMessage, tell: Notify): Promise<RawResponse> {
    const { principal, server, context } = call;
    const method = String(message.method);
    const { params, inputResponses, _meta } = partsOf(paramsForLegacy(message));
    const binding = { principal, server, endpoint: `native ${server.id}`, method, params };
    const waiter = { scope: context, notify: heardBy(message, tell) };
    const state = stateOf(message);
    if (state !== undefined) {
      const answers = isJsonObject(inputResponses) ? inputResponses : {};
      return this.relay.resume(this.held.open(binding, state), answers, waiter);
    }
    const capabilities = answerableTo(server, message) ?? {};
    const meta = {
      ...(isJsonObject(_meta) ? _meta : {}),
      progressToken: newProgressToken(),
    };
    const show = this.gate.show(call, server, message, context);
    const run = (scope: CallScope, onQuestion: OnQuestion, onNotification: Notify) =>
      call.upstream.request(
        {
          server,
          method,
          params: { ...params, _meta: meta },
          verbatim: true,
          onNotification,
          onQuestion: askedAs(show, onQuestion),
          asked: { accountId: call.owner.accountId, owner: holderOf(principal), capabilities },
          timeoutMs: server.definition.options.timeoutMs,
        },
        scope,
      );
    return askingMethods.has(method)
      ? this.held.begin(
          binding,
          capabilities,
          ({ scope, onQuestion, onNotification }) => run(scope, onQuestion, onNotification),
          waiter,
        )
      : run(context, refuse, waiter.notify);
  }
}

/** What the client can answer this server; `undefined` when it is nothing. */
function answerableTo(server: RegisteredServer, message: NativeMessage): JsonObject | undefined {
  const declared = metaOf(message)[metaKeys.clientCapabilities];
  return askable(declaredTo(server.definition.options, isJsonObject(declared) ? declared : undefined));
}

/** The connection serves this request alone: all progress on it is of this request. */
function heardBy(message: NativeMessage, tell: Notify): Notify {
  const { progressToken, [metaKeys.logLevel]: logLevel } = metaOf(message);
  return (notification) => {
    const { method, params } = notification;
    if (method === 'notifications/message' && logLevel !== undefined) tell(notification);
    else if (method === 'notifications/progress' && progressToken !== undefined)
      tell({ ...notification, params: { ...params, progressToken } });
  };
}

/** The parameters that stay the same in all rounds, and what changes. */
function partsOf({ inputResponses, _meta, ...rest }: JsonObject) {
  const params = Object.fromEntries(Object.entries(rest).filter(([name]) => name !== 'requestState'));
  return { params, inputResponses, _meta };
}

function stateOf({ method, params }: NativeMessage): string | undefined {
  const state = params?.['requestState'];
  return typeof state === 'string' && askingMethods.has(String(method)) ? state : undefined;
}
