import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { Caller } from '../../kernel/caller.js';
import { holderOf } from '../../kernel/principal.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import { metaKeys } from '../../mcp/wire/modern-headers.js';
import { askable, refuse, requireGiven } from '../../mcp/wire/question.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import type { AdmittedTool } from '../../upstreams/tools/gate/found-targets.service.js';
import type { ToolCall } from '../../upstreams/tools/tool-call.js';
import { Upstreams } from '../../upstreams/tools/upstreams.service.js';
import { HeldCallRelay } from './held-call-relay.service.js';
import { HeldCalls, type Binding } from './held-calls.service.js';
import { declaredTo, mayAsk, requireDeclared } from './question-rules.js';

/** A call of a tool by somebody who says what can be asked. */
export interface AskableCall extends ToolCall {
  /** MCP's ClientCapabilities; `undefined` when the caller has said nothing. */
  readonly capabilities?: JsonObject | undefined;
  /** Where it was made, such as `sdk app_…`: a `requestState` is good there only. */
  readonly endpoint?: string | undefined;
}

/** Calls whose server may ask in the middle: one shape for servers of both eras. */
@Injectable()
export class AskingCalls {
  constructor(
    private readonly upstreams: Upstreams,
    private readonly held: HeldCalls,
    private readonly relay: HeldCallRelay,
  ) {}

  /** Whether a call has to be made here: nobody else's is asked anything that is not a plain 409. */
  concerns({ definition }: RegisteredServer, { capabilities, requestState }: AskableCall): boolean {
    return capabilities !== undefined || requestState !== undefined || !mayAsk(definition.options);
  }

  async call(
    caller: Caller,
    tool: AdmittedTool,
    { capabilities, endpoint = 'servers', ...call }: AskableCall,
    scope: CallScope,
  ): Promise<RawResponse> {
    const { server, pooled, entry } = tool;
    const { options } = server.definition;
    const { upstream } = pooled;
    const timeoutMs = upstream.timeoutOf(call.timeoutMs ?? options.timeoutMs);
    const { era } = await upstream.connect(scope, timeoutMs, server);
    const declared = declaredTo(options, capabilities);
    if (era === 'modern') return this.callModern(tool, call, declared, scope);
    const { inputResponses = {}, requestState, ...first } = call;
    const waiter = { scope, notify: call.onNotification };
    const params = { name: entry.original, arguments: call.arguments ?? {} };
    const binding: Binding = {
      ...{ principal: caller.principal, server },
      endpoint: `${endpoint} ${server.id}`,
      method: 'tools/call',
      params,
    };
    if (requestState !== undefined)
      return this.relay.resume(this.held.open(binding, requestState), inputResponses, waiter);
    const answerable = askable(declared);
    const asked = {
      accountId: caller.owner.accountId,
      owner: [holderOf(caller.principal), ...(call.hearing === undefined ? [] : [call.hearing.id])].join(' '),
      capabilities: answerable ?? {},
      logLevel: call.hearing?.logLevel,
    };
    if (answerable === undefined) {
      const own = call.hearing === undefined ? undefined : asked;
      return this.upstreams.call(tool, { ...first, onQuestion: refuse, asked: own }, scope);
    }
    return this.held.begin(
      binding,
      answerable,
      ({ scope: own, ...hearing }) => this.upstreams.call(tool, { ...first, ...hearing, asked }, own),
      waiter,
    );
  }

  /** Such a server is told what the caller can answer, and held to it. */
  private async callModern(
    tool: AdmittedTool,
    call: ToolCall,
    declared: JsonObject | undefined,
    scope: CallScope,
  ): Promise<RawResponse> {
    requireGiven(call.inputResponses);
    const _meta =
      declared === undefined ? call._meta : { ...call._meta, [metaKeys.clientCapabilities]: declared };
    const response = await this.upstreams.call(tool, { ...call, _meta }, scope);
    if (declared !== undefined) requireDeclared(response.message.result, declared);
    return response;
  }
}
