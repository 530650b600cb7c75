import { modernVersion } from '../../mcp/wire/revisions.js';
import { CallScope } from '../../kernel/call-scope.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { RpcNotification, RpcRequest, RpcResponse } from '../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { Exchange, RawResponse } from '../../mcp/wire/link.js';
import { metaKeys } from '../../mcp/wire/modern-headers.js';
import { newProgressToken } from '../../mcp/wire/progress-token.js';
import { ModernListen, type ListenTargets } from '../../upstreams/connection/modern-listen.js';
import type { Upstream } from '../../upstreams/connection/upstream.js';
import type { UpstreamConnection } from '../../upstreams/connection/handshake/upstream-connector.port.js';
import { requireGiven } from '../../mcp/wire/question.js';
import { InputRounds } from '../../mcp/server/input-rounds.js';
import { underId } from '../../mcp/server/modern-results.js';
import { listFilterNames } from '../../mcp/server/listen-filter.js';
import { sessionVersionFor } from '../../mcp/server/session-version.js';
import type { SessionPeer } from '../../mcp/server/session-peer.js';

/**
 * Lets a client of the 2025 revisions use a server that speaks 2026-07-28 only: answers its handshake, says on every request who asks,
 * turns `input_required` into the requests that such a client knows, and its subscriptions into a stream.
 */
export class ModernPeer implements SessionPeer {
  onMessage: SessionPeer['onMessage'] = () => undefined;
  onClose: (failure: LinkFailure) => void = () => undefined;
  private initialize: JsonObject = {};
  private logLevel: unknown;
  private readonly scope = new CallScope('native-session');
  private readonly rounds = new InputRounds(
    (request, about) => {
      this.onMessage(request, undefined, about);
    },
    () => this.capabilities,
  );
  private readonly listen: ModernListen;
  private readonly uris = new Set<string>();
  private lists: JsonObject = {};

  constructor(
    private readonly upstream: Upstream,
    /** `Mcp-Param-*` headers of a call, name, value, name, value. */
    private readonly paramHeaders: (params: JsonObject) => Promise<readonly string[]>,
  ) {
    this.listen = new ModernListen(
      (notifications, onNotification) => {
        const params = { notifications, _meta: this.envelope() };
        return upstream.open(
          { method: 'subscriptions/listen', params, verbatim: true, onNotification },
          this.scope,
        );
      },
      (notification) => {
        this.onMessage(notification);
      },
      () => {
        this.tellAll();
      },
    );
  }

  open(): Promise<void> {
    return Promise.resolve();
  }

  setSession(): void {
    // Every request says its revision.
  }

  request(message: RpcRequest): Exchange {
    const scope = new CallScope('native-session');
    let forget: (failure: LinkFailure) => void = () => undefined;
    const given = new Promise<never>((_, reject) => (forget = reject));
    return {
      response: Promise.race([this.answer(message, scope), given]),
      cancel: (failure) => {
        forget(failure);
        scope.cancel();
      },
      forget: () => {
        forget(new LinkFailure('cancelled', 'the caller does not wait any longer'));
        scope.cancel();
      },
    };
  }

  send(message: RpcNotification | RpcResponse): Promise<void> {
    if ('id' in message) this.rounds.answered(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.scope.cancel();
    this.listen.close();
    this.rounds.close();
    return Promise.resolve();
  }

  private async answer(message: RpcRequest, scope: CallScope): Promise<RawResponse> {
    const { id, method, params = {} } = message;
    const result = (value: JsonObject): RawResponse => ({ message: { jsonrpc: '2.0', id, result: value } });
    switch (method) {
      case 'initialize':
        return result(this.introduce(params, await this.upstream.connect(scope)));
      case 'ping':
        return result({});
      case 'logging/setLevel':
        this.logLevel = params['level'];
        return result({});
      case 'resources/subscribe':
        await this.subscribe(String(params['uri']));
        return result({});
      case 'resources/unsubscribe':
        this.uris.delete(String(params['uri']));
        await this.listen.wish(this.wishes);
        return result({});
      default:
        return this.forward(message, scope);
    }
  }

  private introduce(params: JsonObject, connection: UpstreamConnection): JsonObject {
    this.initialize = params;
    const { capabilities, serverInfo, instructions } = connection;
    this.lists = listsOf(capabilities);
    this.listen.insist(this.wishes);
    return {
      protocolVersion: sessionVersionFor(params['protocolVersion']),
      capabilities: { logging: {}, ...capabilities },
      serverInfo: serverInfo ?? { name: this.upstream.server.handle, version: 'unknown' },
      ...(instructions === undefined ? {} : { instructions }),
    };
  }

  private get wishes(): ListenTargets {
    return { lists: this.lists, uris: [...this.uris] };
  }

  private async subscribe(uri: string): Promise<void> {
    this.uris.add(uri);
    try {
      await this.listen.wish(this.wishes);
      if (!this.listen.grants(uri))
        throw new Problem('invalid-params', 'The server does not tell of changes of this resource.');
    } catch (error) {
      this.uris.delete(uri);
      throw error;
    }
  }

  /** The subscription had broken off: the client is told to look, since nobody knows what it has missed. */
  private tellAll(): void {
    const tell = (method: string, params?: JsonObject) => {
      this.onMessage({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) });
    };
    for (const [kind, wish] of Object.entries(listFilterNames))
      if (wish in this.lists) tell(`notifications/${kind}/list_changed`);
    for (const uri of this.uris) tell('notifications/resources/updated', { uri });
  }

  /** Asks the server, and the client for what the server needs, until there is a result. */
  private async forward({ id, method, params = {} }: RpcRequest, scope: CallScope): Promise<RawResponse> {
    const given = metaOfParams(params);
    const { progressToken } = given;
    const ownToken = progressToken === undefined ? undefined : newProgressToken();
    const meta = { ...given, ...(ownToken === undefined ? {} : { progressToken: ownToken }) };
    let more: JsonObject = {};
    for (let round = 0; ; round++) {
      const exchange = await this.upstream.open(
        {
          method,
          params: { ...params, ...more, _meta: { ...meta, ...this.envelope() } },
          verbatim: true,
          paramHeaders: method === 'tools/call' ? await this.paramHeaders(params) : undefined,
          onNotification: (notification) => {
            this.onMessage(withToken(notification, ownToken, progressToken));
          },
        },
        scope,
      );
      const release = scope.onCancel(() => {
        exchange.cancel(new LinkFailure('cancelled', 'the caller left'));
      });
      const response = await exchange.response.finally(release);
      const { result } = response.message;
      if (!isJsonObject(result) || result['resultType'] !== 'input_required') {
        return {
          ...response,
          message: { ...response.message, id },
          bytes: Buffer.from(underId(response, id)),
        };
      }
      const answers = await this.rounds.fulfil(result, round, { scope, id });
      requireGiven(answers.inputResponses);
      more = answers;
    }
  }

  private get capabilities(): JsonObject {
    const { capabilities } = this.initialize;
    return isJsonObject(capabilities) ? capabilities : {};
  }

  private envelope(): JsonObject {
    const { clientInfo } = this.initialize;
    return {
      [metaKeys.protocolVersion]: modernVersion,
      [metaKeys.clientCapabilities]: this.capabilities,
      ...(clientInfo === undefined ? {} : { [metaKeys.clientInfo]: clientInfo }),
      ...(this.logLevel === undefined ? {} : { [metaKeys.logLevel]: this.logLevel }),
    };
  }
}

function metaOfParams({ _meta: meta }: JsonObject): JsonObject {
  return isJsonObject(meta) ? meta : {};
}

/** Progress of the request under the token that its client chose. */
function withToken(
  notification: RpcNotification,
  ownToken: string | undefined,
  progressToken: unknown,
): RpcNotification {
  const { method, params } = notification;
  if (method !== 'notifications/progress' || params?.['progressToken'] !== ownToken) return notification;
  return { ...notification, params: { ...params, progressToken } };
}

/** The changes that the server says it announces, as they are wished for. */
function listsOf(capabilities: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(listFilterNames).flatMap(([kind, wish]) => {
      const capability = capabilities[kind];
      return isJsonObject(capability) && capability['listChanged'] === true ? [[wish, true]] : [];
    }),
  );
}
