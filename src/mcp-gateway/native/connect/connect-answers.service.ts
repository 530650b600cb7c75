import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../../kernel/call-scope.js';
import type { Caller } from '../../../kernel/caller.js';
import { newId } from '../../../kernel/id.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { within } from '../../../kernel/pacing/deadline.js';
import { holderOf } from '../../../kernel/principal.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { modernised } from '../../../mcp/server/modern-results.js';
import { problemAsRpc, RpcRefusal } from '../../../mcp/server/rpc-reply.js';
import { askingMethods } from '../../../mcp/wire/question.js';
import { metaKeys } from '../../../mcp/wire/modern-headers.js';
import { Config } from '../../../platform/config/config.js';
import type { RequestContext } from '../../../platform/http/request-context.js';
import { Reply } from '../../../platform/http/answers/reply.js';
import { Keyring } from '../../../platform/security/keyring.js';
import { AccountUsage } from '../../../platform/usage/account-usage.service.js';
import { ticketIn } from '../../../upstreams/approvals/approval-problems.js';
import { isConnectionNeed } from '../../../upstreams/connection/connection-need.js';
import { ConnectionNeeds } from '../../../upstreams/connection/connection-needs.service.js';
import { NativeAccess } from '../../../upstreams/connection/native-access.service.js';
import type { RegisteredServer } from '../../../upstreams/declared/registered-server.js';
import { ServerRegistry } from '../../../upstreams/declared/server-registry.service.js';
import { ApprovalAnswers } from '../../approving/approval-answers.service.js';
import type { AnsweringCall } from '../answering-call.js';
import {
  connectUrlOf,
  serverOf,
  takesAddresses,
  toldAsResult,
  urlQuestion,
  wantsMore,
  withLink,
} from './connect-question.js';
import { connectedResult, mayBeConnectTool } from './connect-tool.js';
import { unfitState } from '../../questions/unfit-state.js';
import type { DoneElsewhere } from './pending-questions.js';

const purpose = 'connect-state';
/** Begins every state of ours, so that no other is ever tried. */
const mark = 'connect.';
/** Key of our question among `inputRequests`. */
const questionKey = 'connect';

/** What a client was asked, as it comes back with the answer. */
interface Round {
  /** Handle of the server. */
  readonly server: string;
  /** The server is connected, but wants more. */
  readonly isMore: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

type Asked = Pick<AnsweringCall, 'caller' | 'method' | 'params' | 'meta'>;

/** How MCP clients learn that somebody must connect a server first, and go on when that is done. */
@Injectable()
export class ConnectAnswers {
  constructor(
    private readonly registry: ServerRegistry,
    private readonly needs: ConnectionNeeds,
    private readonly access: NativeAccess,
    private readonly keyring: Keyring,
    private readonly usage: AccountUsage,
    private readonly config: Config,
    private readonly approvals: ApprovalAnswers,
  ) {}

  /** A call of the tool that connects: what stands in the way is thrown, to be told in the way of the client. */
  async connect(caller: Caller, server: RegisteredServer): Promise<JsonObject> {
    const need = await this.needs.find(caller, server);
    if (need !== undefined) throw need;
    return connectedResult(server.definition.name);
  }

  /** What people do elsewhere so that this caller can go on. A server that it does not reach rejects with `server-not-found`. */
  doneElsewhere(caller: Caller): DoneElsewhere {
    return {
      onceConnected: async (handle, listener) => {
        const server = await this.registry.get(caller.principal, handle);
        return this.access.upstream(server, caller).listeners.onceConnected(listener);
      },
      onceDecided: (approval, listener) => this.approvals.onceDecided(approval, listener),
    };
  }

  /** Whether a request of 2026-07-28 comes back with a question of ours, whether or not it was asked about this. */
  isOwn({ params }: Asked): boolean {
    const { requestState } = params;
    return typeof requestState === 'string' && requestState.startsWith(mark);
  }

  /** Such a request as it was first, when the server is connected: after a yes it waits HELD_CALL_MS for that. Throws problems, `invalid-request-state` for a question about something else. */
  async resumed<C extends AnsweringCall>(call: C): Promise<C> {
    const round = this.roundIn(call);
    if (round.isAccepted) await this.connected(call.caller, round, call.scope);
    return { ...call, params: withoutRound(call.params) };
  }

  /**
   * What a request of 2026-07-28 that failed is answered. Where somebody must connect a server first, the client is asked to open the page,
   * once, if it has said that it does that; else the answer says it in words.
   */
  failed(
    error: unknown,
    asked: Asked,
    id: string | number,
    context: Pick<RequestContext, 'problem' | 'bodyOf' | 'operation'>,
  ): Reply {
    try {
      const result = modernised(this.told(error, asked), asked.method);
      return Reply.json({ jsonrpc: '2.0', id, result });
    } catch (failure) {
      return failure instanceof RpcRefusal
        ? failure.reply(id)
        : problemAsRpc(Problem.from(failure), id, context);
    }
  }

  /** The result that tells of an error. Throws the error where neither a question nor a result has a place. */
  private told(error: unknown, asked: Asked): JsonObject {
    const ticket = ticketIn(error);
    if (ticket !== undefined) return this.approvals.question(ticket, error, asked);
    if (!isConnectionNeed(error)) throw error;
    const { method, meta } = asked;
    const declared = meta[metaKeys.clientCapabilities];
    const canAsk = isJsonObject(declared) && takesAddresses(declared) && askingMethods.has(method);
    if (canAsk && !this.isOwn(asked) && connectUrlOf(error) !== undefined) {
      const params = urlQuestion(error, newId('eli'));
      return {
        resultType: 'input_required',
        inputRequests: { [questionKey]: { method: 'elicitation/create', params } },
        requestState: mark + this.keyring.seal(purpose, contextOf(asked), JSON.stringify(roundOf(error))),
      };
    }
    if (method === 'tools/call') return toldAsResult(error, mayBeConnectTool(asked.params['name']));
    throw withLink(error);
  }

  private roundIn(asked: Asked): Round & { readonly isAccepted: boolean } {
    const { requestState, inputResponses } = asked.params;
    const given = isJsonObject(inputResponses) ? inputResponses[questionKey] : undefined;
    try {
      const round = JSON.parse(
        this.keyring.open(purpose, contextOf(asked), String(requestState).slice(mark.length)),
      ) as Round;
      return { ...round, isAccepted: isJsonObject(given) && given['action'] === 'accept' };
    } catch {
      throw unfitState();
    }
  }

  /** Until the server is connected for this caller, who leaves earlier or waits no longer than a call is held. */
  private async connected(
    caller: Caller,
    { server: handle, isMore, at }: Round,
    scope: CallScope,
  ): Promise<void> {
    const server = await this.registry.get(caller.principal, handle);
    const { listeners } = this.access.upstream(server, caller);
    const release = this.usage.hold('heldCalls', caller.principal.accountId);
    const releases: (() => void)[] = [release];
    try {
      const done = new Promise<void>((resolve) => {
        releases.push(listeners.onceConnected(resolve));
        releases.push(scope.onCancel(resolve));
      });
      const isWanted = isMore
        ? listeners.credentialAt <= at
        : (await this.needs.find(caller, server)) !== undefined;
      if (isWanted) await within(done, this.config.values.HELD_CALL_MS);
    } finally {
      for (const end of releases) end();
    }
  }
}

function roundOf(problem: Problem): Round {
  return { server: serverOf(problem), isMore: wantsMore(problem), at: Date.now() };
}

/** Whose question it was, and about what: the state is good for nothing else. */
function contextOf({ caller, method, params }: Asked): string {
  return JSON.stringify([holderOf(caller.principal), method, params['name'] ?? params['uri'] ?? null]);
}

function withoutRound({
  requestState: _state,
  inputResponses: _responses,
  ...params
}: JsonObject): JsonObject {
  return params;
}
