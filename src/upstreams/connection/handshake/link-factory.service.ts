import { Injectable } from '@nestjs/common';
import { version } from '../../../version.js';
import { Config } from '../../../platform/config/config.js';
import { EgressPolicy } from '../../../platform/egress/egress-policy.js';
import { HttpLink, type HttpLinkOptions } from '../../links/http-link.js';
import { HttpOrigin } from '../../links/http-origin.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import type { Link, LinkLimits, LinkTransport } from '../../../mcp/wire/link.js';
import { Redaction } from '../../links/redaction/redaction.js';
import { SseLink } from '../../links/sse-link.js';
import type { LinkToken } from '../../links/link-token.js';
import { TokenRedaction } from '../../links/redaction/token-redaction.js';
import type { Sender } from '../../links/sender.js';
import { TokenSender } from '../../links/token-sender.js';
import { StdioLink, type StdioLinkOptions } from '../../links/stdio-link.js';
import { AnswerPlaces } from '../places/answer-places.js';
import { ProcessPlaces } from '../places/process-places.js';
import { StdioRunner } from '../../runners/stdio-runner.js';
import { ApiDocuments } from '../../openapi/document/api-documents.service.js';
import type { AnswerLimits } from '../../openapi/api-answer.js';
import { OpenApiLink, type OpenApiLinkOptions } from '../../openapi/openapi-link.js';
import type { OpenApiTarget, RemoteTarget, Trust } from '../../declared/server-definition.js';
import type { UpstreamConnectOptions } from './upstream-connector.port.js';

/** Makes the link that fits a server: limits from the configuration, addresses checked by the egress policy. */
@Injectable()
export class LinkFactory {
  private readonly limits: LinkLimits;
  private readonly apiLimits: AnswerLimits & Pick<OpenApiLinkOptions, 'ttlMs'>;
  private readonly processLimits: Pick<StdioLinkOptions, 'stopMs' | 'maxUnreadBytes'>;

  constructor(
    config: Config,
    private readonly egress: EgressPolicy,
    private readonly processes: ProcessPlaces,
    private readonly runner: StdioRunner,
    private readonly answers: AnswerPlaces,
    private readonly documents: ApiDocuments,
  ) {
    const { MAX_RESULT_BYTES, MAX_RESULT_ELEMENTS, MAX_LINE_BYTES } = config.values;
    const {
      MAX_EXCHANGE_BYTES,
      MAX_EXCHANGE_EVENTS,
      CONNECT_TIMEOUT_MS,
      STDIO_STOP_MS,
      MAX_STDIO_BACKLOG_BYTES,
    } = config.values;
    this.limits = {
      maxResultBytes: MAX_RESULT_BYTES,
      maxResultValues: MAX_RESULT_ELEMENTS,
      maxExchangeBytes: MAX_EXCHANGE_BYTES,
      maxExchangeEvents: MAX_EXCHANGE_EVENTS,
      maxLineBytes: MAX_LINE_BYTES,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
    };
    this.apiLimits = {
      maxResultBytes: MAX_RESULT_BYTES,
      maxAnswerBytes: config.values.MAX_OPENAPI_ANSWER_BYTES,
      streamMs: config.values.OPENAPI_STREAM_MS,
      ttlMs: config.values.OPENAPI_TTL_MS,
    };
    this.processLimits = { stopMs: STDIO_STOP_MS, maxUnreadBytes: MAX_STDIO_BACKLOG_BYTES };
  }

  create(
    kind: LinkTransport,
    { target, accountId, trust, hidden, token, use, onStderr }: UpstreamConnectOptions,
  ): Link {
    if (target.obstacle !== undefined)
      throw new LinkFailure('not-usable', target.obstacle.detail, { problem: target.obstacle.code });
    if (target.transport === 'stdio') {
      return new StdioLink({
        ...this.limits,
        ...this.processLimits,
        onStderr,
        prepare: () => this.runner.launchOf(target, trust),
        takePlace: () => this.processes.take(accountId, use),
        redaction: Redaction.ofJson(hidden),
        stderrRedaction: Redaction.ofText(hidden),
      });
    }
    const holdAnswer = this.answers.of(accountId);
    if (target.transport === 'openapi')
      return new OpenApiLink({
        ...this.apiOptions(target, accountId, trust, hidden, token),
        holdAnswer,
      });
    const options = { ...this.limits, ...this.endpoint(target, trust, hidden, token), holdAnswer };
    return kind === 'sse' ? new SseLink(options) : new HttpLink(options);
  }

  private apiOptions(
    target: OpenApiTarget,
    accountId: string,
    trust: Trust,
    hidden: readonly string[],
    token: LinkToken | undefined,
  ): OpenApiLinkOptions {
    const { document, operations, headers, isBase = false, credentials = {} } = target;
    const endpoint = this.endpoint(target, trust, hidden, token);
    // A token goes in the place of whatever else would open the API.
    const used = token === undefined ? credentials : {};
    const wanted = {
      ...{ key: target, document, accountId, trust, operations, isBase, url: endpoint.url.href },
      headers: [...Object.keys(headers), ...(token === undefined ? [] : ['authorization'])],
      credentials: Object.keys(used),
      sent: endpoint.headers,
      ...{ token, hidden },
    };
    return {
      ...this.apiLimits,
      ...endpoint,
      credentials: used,
      search: isBase ? endpoint.url.search : '',
      openDocument: () => this.documents.open(wanted),
    };
  }

  /** The endpoint of a remote server without a protocol on top. Throws a `LinkFailure`. */
  origin({
    target,
    accountId,
    trust,
    hidden,
    token,
  }: Pick<UpstreamConnectOptions, 'target' | 'accountId' | 'trust' | 'hidden' | 'token'>): HttpOrigin {
    if (target.obstacle !== undefined)
      throw new LinkFailure('not-usable', target.obstacle.detail, { problem: target.obstacle.code });
    if (target.transport === 'stdio') throw new LinkFailure('unreachable', 'the server has no address');
    const holdAnswer = this.answers.of(accountId);
    return new HttpOrigin({ ...this.endpoint(target, trust, hidden, token), holdAnswer });
  }

  private endpoint(
    { url: address, headers }: RemoteTarget | OpenApiTarget,
    trust: Trust,
    hidden: readonly string[],
    token: LinkToken | undefined,
  ): Pick<HttpLinkOptions, 'url' | 'headers' | 'dispatcher' | 'redaction'> & { readonly plain: Sender } {
    if (!URL.canParse(address)) throw new LinkFailure('unreachable', 'the address is not a URL');
    const url = new URL(address);
    const sender = this.egress.dispatcherFor(url, trust, this.limits.connectTimeoutMs);
    const plain = {
      url,
      headers: [...userAgentFor(headers), ...Object.entries(headers).flat()],
      ...{ dispatcher: sender, plain: sender },
    };
    if (token === undefined) return { ...plain, redaction: Redaction.ofJson(hidden) };
    const redaction = new TokenRedaction(hidden);
    return { ...plain, dispatcher: new TokenSender(sender, token, redaction), redaction };
  }
}

/** Firewalls refuse requests without one. */
function userAgentFor(headers: Readonly<Record<string, string>>): string[] {
  const isDeclared = Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent');
  return isDeclared ? [] : ['user-agent', `gantry/${version}`];
}
