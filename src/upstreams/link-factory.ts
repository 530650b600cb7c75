import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { EgressPolicy } from '../platform/security/egress-policy.js';
import { HttpLink } from './links/http-link.js';
import { LinkFailure } from './links/link-failure.js';
import type { Link, LinkLimits } from './links/link.js';
import { SseLink } from './links/sse-link.js';
import { StdioLink } from './links/stdio-link.js';
import { childEnvironment } from './child-environment.js';
import type { ConnectOptions } from './upstream-connector.port.js';

/** Makes the link that fits a server: limits from the configuration, addresses checked by the egress policy. */
@Injectable()
export class LinkFactory {
  private readonly limits: LinkLimits;

  constructor(
    config: Config,
    private readonly egress: EgressPolicy,
  ) {
    const { MAX_RESULT_BYTES, MAX_LINE_BYTES, CONNECT_TIMEOUT_MS } = config.values;
    this.limits = {
      maxResultBytes: MAX_RESULT_BYTES,
      maxLineBytes: MAX_LINE_BYTES,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
    };
  }

  create(kind: 'stdio' | 'http' | 'sse', { target, trust, onStderr }: ConnectOptions): Link {
    if (target.obstacle !== undefined)
      throw new LinkFailure('not-usable', target.obstacle.detail, { problem: target.obstacle.code });
    if (target.transport === 'stdio') {
      const { command, args, cwd, env } = target;
      return new StdioLink({ ...this.limits, command, args, cwd, env: childEnvironment(env), onStderr });
    }
    if (!URL.canParse(target.url)) throw new LinkFailure('unreachable', 'the address is not a URL');
    const url = new URL(target.url);
    const options = {
      ...this.limits,
      url,
      headers: Object.entries(target.headers).flat(),
      dispatcher: this.egress.dispatcherFor(url, trust, this.limits.connectTimeoutMs),
    };
    return kind === 'sse' ? new SseLink(options) : new HttpLink(options);
  }
}
