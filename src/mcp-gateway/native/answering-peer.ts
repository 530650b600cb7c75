import { randomUUID } from 'node:crypto';
import { CallScope } from '../../kernel/call-scope.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { Caller } from '../../kernel/caller.js';
import { InputRounds, type Asker } from '../../mcp/server/input-rounds.js';
import { legacyResult } from './legacy-results.js';
import type { SessionPeer } from '../../mcp/server/session-peer.js';
import { sessionVersionFor } from '../../mcp/server/session-version.js';
import type { RpcNotification, RpcRequest, RpcResponse } from '../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { Exchange, RawResponse } from '../../mcp/wire/link.js';
import { metaKeys } from '../../mcp/wire/modern-headers.js';
import type { ListKind } from '../../mcp/wire/list-kind.js';
import type { CallOn } from './answering-call.js';
import { PendingQuestions, type DoneElsewhere } from './connect/pending-questions.js';
import { isNeed, toldInSession } from './connect/told-in-session.js';

/** How what answers introduces itself. */
export interface PeerIntroduction {
  readonly serverInfo: JsonObject;
  readonly instructions?: string;
}

export interface AnsweringPeerOptions<S> {
  readonly caller: Caller;
  readonly capabilities: JsonObject;
  /** What is answered from, as it is now. */
  readonly state: () => Promise<S>;
  readonly introduction: (state: S) => PeerIntroduction;
  readonly answer: (call: CallOn<S>) => Promise<JsonObject>;
  readonly watch: (state: S, listener: (kind: ListKind) => void) => Promise<() => void>;
  readonly subscribe: (state: S, uri: string, listener: (uri: string) => void) => Promise<() => void>;
  readonly doneElsewhere: DoneElsewhere;
}

/** What stands behind a session of a 2025 client where the gateway itself answers: with an app, or with a server that nobody has connected. */
export class AnsweringPeer<S> implements SessionPeer {
  onMessage: SessionPeer['onMessage'] = () => undefined;
  onClose: (failure: LinkFailure) => void = () => undefined;
  private readonly id = randomUUID();
  private initialize: JsonObject = {};
  private logLevel: unknown;
  private unwatch: () => void = () => undefined;
  /** What ends each subscription, by the resource. */
  private readonly subscribed = new Map<string, () => void>();
  private closed = false;
  private readonly pending: PendingQuestions;
  private readonly rounds = new InputRounds(
    (request, about) => {
      this.onMessage(request, undefined, about);
    },
    () => this.capabilities,
  );

  constructor(private readonly options: AnsweringPeerOptions<S>) {
    this.pending = new PendingQuestions(options.doneElsewhere, (notification) => {
      this.onMessage(notification);
    });
  }

  open(): Promise<void> {
    return Promise.resolve();
  }

  setSession(): void {
    // There is nobody to be told.
  }

  request(message: RpcRequest, options: { readonly scope?: CallScope | undefined } = {}): Exchange {
    // The call goes on when the request's connection breaks: its answer can be fetched later.
    const scope =
      options.scope?.detached() ?? CallScope.of(this.options.caller.owner.accountId, 'native-session');
    let stop: (failure: LinkFailure) => void = () => undefined;
    const stopped = new Promise<never>((_, reject) => (stop = reject));
    const cancel = (failure: LinkFailure) => {
      stop(failure);
      scope.cancel();
    };
    return {
      response: Promise.race([this.answer(message, scope), stopped]),
      cancel,
      forget: () => {
        cancel(new LinkFailure('cancelled', 'the caller does not wait any longer'));
      },
    };
  }

  send(message: RpcNotification | RpcResponse): Promise<void> {
    if ('id' in message) this.rounds.answered(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.closed = true;
    this.unwatch();
    for (const release of this.subscribed.values()) release();
    this.rounds.close();
    this.pending.close();
    return Promise.resolve();
  }

  private async answer({ id, method, params = {} }: RpcRequest, scope: CallScope): Promise<RawResponse> {
    const result = await this.resultOf(method, params, { scope, id });
    return { message: { jsonrpc: '2.0', id, result: legacyResult(result, method) } };
  }

  private async resultOf(method: string, params: JsonObject, asker: Asker): Promise<JsonObject> {
    switch (method) {
      case 'initialize':
        return this.introduce(params);
      case 'ping':
        return {};
      case 'logging/setLevel':
        this.logLevel = params['level'];
        return {};
      case 'resources/subscribe':
        return this.subscribe(String(params['uri']));
      case 'resources/unsubscribe':
        this.unsubscribe(String(params['uri']));
        return {};
      default:
        return this.forward(method, params, asker);
    }
  }

  private async introduce(params: JsonObject): Promise<JsonObject> {
    const state = await this.options.state();
    this.initialize = params;
    this.unwatch();
    this.unwatch = await this.options.watch(state, (kind) => {
      this.onMessage({ jsonrpc: '2.0', method: `notifications/${kind}/list_changed` });
    });
    const { capabilities } = this.options;
    return {
      protocolVersion: sessionVersionFor(params['protocolVersion']),
      capabilities: { ...capabilities, logging: {} },
      ...this.options.introduction(state),
    };
  }

  private async subscribe(uri: string): Promise<JsonObject> {
    if (this.subscribed.has(uri)) return {};
    const release = await this.options.subscribe(await this.options.state(), uri, (changed) => {
      this.onMessage({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: changed } });
    });
    if (this.closed || this.subscribed.has(uri)) release();
    else this.subscribed.set(uri, release);
    return {};
  }

  private unsubscribe(uri: string): void {
    this.subscribed.get(uri)?.();
    this.subscribed.delete(uri);
  }

  private async forward(method: string, params: JsonObject, asker: Asker): Promise<JsonObject> {
    try {
      return await this.asked(method, params, asker);
    } catch (error) {
      if (!isNeed(error)) throw error;
      const version = sessionVersionFor(this.initialize['protocolVersion']);
      const client = { version, capabilities: this.capabilities };
      return toldInSession(error, { method, params }, client, this.pending);
    }
  }

  private async asked(method: string, params: JsonObject, asker: Asker): Promise<JsonObject> {
    const own = isJsonObject(params['_meta']) ? params['_meta'] : {};
    const { progressToken } = own;
    let more: JsonObject = {};
    for (let round = 0; ; round++) {
      const result = await this.options.answer({
        caller: this.options.caller,
        state: await this.options.state(),
        method,
        params: { ...params, ...more },
        meta: { ...own, ...this.identity() },
        hearing: typeof this.logLevel === 'string' ? { id: this.id, logLevel: this.logLevel } : undefined,
        scope: asker.scope,
        notify: (notification) => {
          this.tell(notification, progressToken);
        },
      });
      if (result['resultType'] !== 'input_required') return result;
      more = await this.rounds.fulfil(result, round, asker);
    }
  }

  private tell(notification: RpcNotification, progressToken: unknown): void {
    if (notification.method === 'notifications/message') this.onMessage(notification);
    else if (notification.method === 'notifications/progress' && progressToken !== undefined)
      this.onMessage({ ...notification, params: { ...notification.params, progressToken } });
  }

  private get capabilities(): JsonObject {
    const { capabilities } = this.initialize;
    return isJsonObject(capabilities) ? capabilities : {};
  }

  private identity(): JsonObject {
    const { clientInfo } = this.initialize;
    return {
      [metaKeys.clientCapabilities]: this.capabilities,
      ...(clientInfo === undefined ? {} : { [metaKeys.clientInfo]: clientInfo }),
      ...(this.logLevel === undefined ? {} : { [metaKeys.logLevel]: this.logLevel }),
    };
  }
}
