import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { EgressPolicy } from '../../../platform/egress/egress-policy.js';
import { HttpLink, type HttpLinkOptions } from '../../links/http-link.js';
import { HttpOrigin } from '../../links/http-origin.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import type { Link, LinkLimits } from '../../../mcp/wire/link.js';
import { Redaction } from '../../links/redaction/redaction.js';
import { SseLink } from '../../links/sse-link.js';
import type { LinkToken } from '../../links/link-token.js';
import { TokenRedaction } from '../../links/redaction/token-redaction.js';
import { TokenSender } from '../../links/token-sender.js';
import { StdioLink, type StdioLinkOptions } from '../../links/stdio-link.js';
import { AnswerPlaces } from '../places/answer-places.js';
import { ProcessPlaces } from '../places/process-places.js';
import { StdioRunner } from '../../runners/stdio-runner.js';
import type { RemoteTarget, Trust } from '../../declared/server-definition.js';
import type { UpstreamConnectOptions } from './upstream-connector.port.js';

/** Makes the link that fits a server: limits from the configuration, addresses checked by the egress policy. */
@Injectable()
export class LinkFactory {
  private readonly limits: LinkLimits;
  private readonly processLimits: Pick<StdioLinkOptions, 'stopMs' | 'maxUnreadBytes'>;

  constructor(
    config: Config,
    private readonly egress: EgressPolicy,
    private readonly processes: ProcessPlaces,
    private readonly runner: StdioRunner,
    private readonly answers: AnswerPlaces,
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
    this.processLimits = { stopMs: STDIO_STOP_MS, maxUnreadBytes: MAX_STDIO_BACKLOG_BYTES };
  }

  create(
    kind: 'stdio' | 'http' | 'sse',
    { target, accountId, trust, hidden, token, onStderr }: UpstreamConnectOptions,
  ): Link {
    if (target.obstacle !== undefined)
      throw new LinkFailure('not-usable', target.obstacle.detail, { problem: target.obstacle.code });
    if (target.transport === 'stdio') {
      return new StdioLink({
        ...this.limits,
        ...this.processLimits,
        onStderr,
        prepare: () => this.runner.launchOf(target, trust),
        takePlace: () => this.processes.take(accountId),
        redaction: Redaction.ofJson(hidden),
        stderrRedaction: Redaction.ofText(hidden),
      });
    }
    const holdAnswer = this.answers.of(accountId);
    const options = { ...this.limits, ...this.endpoint(target, trust, hidden, token), holdAnswer };
    return kind === 'sse' ? new SseLink(options) : new HttpLink(options);
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
    { url: address, headers }: RemoteTarget,
    trust: Trust,
    hidden: readonly string[],
    token: LinkToken | undefined,
  ): Pick<HttpLinkOptions, 'url' | 'headers' | 'dispatcher' | 'redaction'> {
    if (!URL.canParse(address)) throw new LinkFailure('unreachable', 'the address is not a URL');
    const url = new URL(address);
    const plain = {
      url,
      headers: Object.entries(headers).flat(),
      dispatcher: this.egress.dispatcherFor(url, trust, this.limits.connectTimeoutMs),
    };
    if (token === undefined) return { ...plain, redaction: Redaction.ofJson(hidden) };
    const redaction = new TokenRedaction(hidden);
    return { ...plain, dispatcher: new TokenSender(plain.dispatcher, token, redaction), redaction };
  }
}
