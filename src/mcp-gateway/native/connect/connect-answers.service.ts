import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../../kernel/call-scope.js';
import type { Caller } from '../../../kernel/caller.js';
import { newId } from '../../../kernel/id.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { within } from '../../../kernel/pacing/deadline.js';
import { holderOf } from '../../../kernel/principal.js';
import type { Problem } from '../../../kernel/problems/problem.js';
import { askingMethods } from '../../../mcp/wire/question.js';
import { metaKeys } from '../../../mcp/wire/modern-headers.js';
import { Config } from '../../../platform/config/config.js';
import { Keyring } from '../../../platform/security/keyring.js';
import { AccountUsage } from '../../../platform/usage/account-usage.service.js';
import { isConnectionNeed } from '../../../upstreams/connection/connection-need.js';
import { ConnectionNeeds } from '../../../upstreams/connection/connection-needs.service.js';
import { NativeAccess } from '../../../upstreams/connection/native-access.service.js';
import type { RegisteredServer } from '../../../upstreams/declared/registered-server.js';
import { ServerRegistry } from '../../../upstreams/declared/server-registry.service.js';
import type { AnsweringCall } from '../answering-call.js';
import {
  connectUrlOf,
  serverOf,
  takesAddresses,
  toldAsResult,
  urlQuestion,
  withLink,
} from './connect-question.js';
import { connectedResult, mayBeConnectTool } from './connect-tool.js';

const purpose = 'connect-state';
/** Begins every state of ours, so that no other is ever tried. */
const mark = 'connect.';
/** Key of our question among `inputRequests`. */
const questionKey = 'connect';

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
  ) {}

  /** A call of the tool that connects: what stands in the way is thrown, to be told in the way of the client. */
  async connect(caller: Caller, server: RegisteredServer): Promise<JsonObject> {
    const need = await this.needs.find(caller, server);
    if (need !== undefined) throw need;
    return connectedResult(server.definition.name);
  }

  /** Runs `listener` once when somebody has connected the server for this caller. The result takes it back. Rejects with `server-not-found`. */
  async onceConnected(caller: Caller, handle: string, listener: () => void): Promise<() => void> {
    const server = await this.registry.get(caller.principal, handle);
    return this.access.upstream(server, caller).listeners.onceConnected(listener);
  }

  /** Whether a request of 2026-07-28 comes back with a question of ours. */
  isOwn(asked: Asked): boolean {
    return this.roundIn(asked) !== undefined;
  }

  /**
   * Answers a request of 2026-07-28. Where somebody must connect a server first, the client is asked to open the page, once, if it has said
   * that it does that; when it comes back with a yes, the request waits HELD_CALL_MS for the connection. Else the answer says it in words.
   */
  async modern<C extends AnsweringCall>(
    call: C,
    answer: (call: C) => Promise<JsonObject>,
  ): Promise<JsonObject> {
    const round = this.roundIn(call);
    if (round?.isAccepted === true) await this.connected(call.caller, round.server, call.scope);
    const asked = round === undefined ? call : { ...call, params: withoutRound(call.params) };
    try {
      return await answer(asked);
    } catch (error) {
      if (!isConnectionNeed(error)) throw error;
      return this.told(error, asked, round !== undefined);
    }
  }

  /** What such a request is answered that cannot be carried out. Throws the problem where neither a question nor a result has a place. */
  told(problem: Problem, asked: Asked, hasAsked = false): JsonObject {
    const { method, meta } = asked;
    const declared = meta[metaKeys.clientCapabilities];
    const canAsk = isJsonObject(declared) && takesAddresses(declared) && askingMethods.has(method);
    if (canAsk && !hasAsked && connectUrlOf(problem) !== undefined) {
      const params = urlQuestion(problem, newId('eli'));
      return {
        resultType: 'input_required',
        inputRequests: { [questionKey]: { method: 'elicitation/create', params } },
        requestState: mark + this.keyring.seal(purpose, contextOf(asked), serverOf(problem)),
      };
    }
    if (method === 'tools/call') return toldAsResult(problem, mayBeConnectTool(asked));
    throw withLink(problem);
  }

  private roundIn(asked: Asked): { readonly server: string; readonly isAccepted: boolean } | undefined {
    const { requestState, inputResponses } = asked.params;
    if (typeof requestState !== 'string' || !requestState.startsWith(mark)) return undefined;
    const given = isJsonObject(inputResponses) ? inputResponses[questionKey] : undefined;
    try {
      const server = this.keyring.open(purpose, contextOf(asked), requestState.slice(mark.length));
      return { server, isAccepted: isJsonObject(given) && given['action'] === 'accept' };
    } catch {
      return undefined;
    }
  }

  /** Until the server is connected for this caller, who leaves earlier or waits no longer than a call is held. */
  private async connected(caller: Caller, handle: string, scope: CallScope): Promise<void> {
    const server = await this.registry.get(caller.principal, handle);
    const release = this.usage.hold('heldCalls', caller.principal.accountId);
    const releases: (() => void)[] = [release];
    try {
      const done = new Promise<void>((resolve) => {
        releases.push(this.access.upstream(server, caller).listeners.onceConnected(resolve));
        releases.push(scope.onCancel(resolve));
      });
      if ((await this.needs.find(caller, server)) !== undefined)
        await within(done, this.config.values.HELD_CALL_MS);
    } finally {
      for (const end of releases) end();
    }
  }
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
