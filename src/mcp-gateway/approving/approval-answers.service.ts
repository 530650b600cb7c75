import { Injectable } from '@nestjs/common';
import type { ApprovalWay } from '../../kernel/approval-way.js';
import { printJson } from '../../kernel/json/exact-number.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { holderOf } from '../../kernel/principal.js';
import type { NativeMessage, NativeRequest } from '../../mcp/server/native-request.js';
import { metaKeys } from '../../mcp/wire/modern-headers.js';
import type { ClientCall } from '../../platform/http/client-call.js';
import { Keyring } from '../../platform/security/keyring.js';
import { askedInVain, type ApprovalTicket } from '../../upstreams/approvals/approval-problems.js';
import type { AnsweringCall } from '../native/answering-call.js';
import { takesAddresses } from '../native/connect/connect-question.js';
import { unfitState } from '../questions/unfit-state.js';
import { approvalQuestion } from './approval-question.js';
import { ApprovalWaits } from './approval-waits.service.js';
import { waitOf } from './http-way.js';

const purpose = 'approval-state';
/** Begins every state of ours, so that no other is ever tried. */
const mark = 'approval.';
/** Key of our question among `inputRequests`. */
const questionKey = 'approval';
/** So long a client that says that its person is there waits for the decision, unless it says how long. */
const patienceMs = 3000;

/** The same call again goes on. */
const nativeWay: ApprovalWay = { door: 'native', again: 'goes-on' };

/** What a client was asked about. */
interface Round {
  readonly id: string;
  /** What the call itself had to say to its server, which had asked something. */
  readonly own: { readonly requestState?: unknown; readonly inputResponses?: unknown };
}

type Asked = Pick<AnsweringCall, 'caller' | 'method' | 'params' | 'meta'>;

/** How MCP clients of 2026-07-28 learn that somebody has to approve a call, and go on with it. */
@Injectable()
export class ApprovalAnswers {
  constructor(
    private readonly waits: ApprovalWaits,
    private readonly keyring: Keyring,
  ) {}

  /** A request as it was first, when it comes back with a question of ours; what that was about is on the call's context. Throws `overloaded`, `invalid-request-state` for a state of ours that is for something else, and `approval-required` when the client did not ask its person. */
  resumed(call: ClientCall, request: NativeRequest): NativeRequest | Promise<NativeRequest> {
    call.context.approving = nativeWay;
    const [message] = request.messages;
    const state = message?.params?.['requestState'];
    if (request.isBatch || request.era !== 'modern' || message === undefined) return request;
    return typeof state === 'string' && state.startsWith(mark)
      ? this.goOn(call, request, message, state)
      : request;
  }

  /** Runs a listener once when somebody has decided. The result takes it back. */
  onceDecided(approval: string, listener: () => void): () => void {
    return this.waits.onceDecided(approval, listener);
  }

  /** The question for a client that opens addresses. Throws the error for others. */
  question(ticket: ApprovalTicket, error: unknown, asked: Asked): JsonObject {
    const declared = asked.meta[metaKeys.clientCapabilities];
    if (!isJsonObject(declared) || !takesAddresses(declared)) throw error;
    const { caller, method, params } = asked;
    const { requestState, inputResponses } = params;
    const round: Round = { id: ticket.id, own: { requestState, inputResponses } };
    return {
      resultType: 'input_required',
      inputRequests: {
        [questionKey]: { method: 'elicitation/create', params: approvalQuestion(ticket) },
      },
      requestState:
        mark + this.keyring.seal(purpose, contextOf(caller, method, params), JSON.stringify(round)),
    };
  }

  private async goOn(
    call: ClientCall,
    request: NativeRequest,
    message: NativeMessage,
    state: string,
  ): Promise<NativeRequest> {
    const { context, headers, principal } = call;
    const { method = '', params = {} } = message;
    const { inputResponses } = params;
    const own = withoutRound(params);
    const round = this.roundIn(state, contextOf(call, method, own));
    context.approving = { ...nativeWay, id: round.id };
    const given = isJsonObject(inputResponses) ? inputResponses[questionKey] : undefined;
    if (!isJsonObject(given) || given['action'] !== 'accept') throw askedInVain();
    const patience = waitOf(headers) || patienceMs;
    await this.waits.untilDecided({ id: round.id }, principal.accountId, patience, context);
    const left = { ...message, params: { ...own, ...round.own } };
    return { ...request, messages: [left], bytes: Buffer.from(printJson(left)) };
  }

  /** Throws `invalid-request-state` for what was not sealed for this. */
  private roundIn(state: string, context: string): Round {
    try {
      return JSON.parse(this.keyring.open(purpose, context, state.slice(mark.length))) as Round;
    } catch {
      throw unfitState();
    }
  }
}

function withoutRound({
  requestState: _state,
  inputResponses: _responses,
  ...params
}: JsonObject): JsonObject {
  return params;
}

/** Whose question it was, and about what: the state is good for nothing else. */
function contextOf({ principal }: Asked['caller'], method: string, params: JsonObject): string {
  return JSON.stringify([holderOf(principal), method, params['name'] ?? null]);
}
