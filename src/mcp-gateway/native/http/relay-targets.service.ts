import { Injectable } from '@nestjs/common';
import { printJson } from '../../../kernel/json/exact-number.js';
import { headerNames } from '../../../mcp/wire/header-names.js';
import { Config } from '../../../platform/config/config.js';
import { NativeAccess } from '../../../upstreams/connection/native-access.service.js';
import type { HttpOrigin } from '../../../upstreams/links/http-origin.js';
import type { NativeCall } from '../native-call.js';
import { relayPost, type RelayLimits } from './http-relay.js';
import { headersForServer } from './relay-headers.js';

/** What a POST needs in place of what belongs to the GET of a stream. */
const forMessages = { accept: 'application/json, text/event-stream', [headerNames.lastEventId]: undefined };

/** Where messages of clients go, and what their answers may be. */
@Injectable()
export class RelayTargets {
  constructor(
    private readonly access: NativeAccess,
    private readonly config: Config,
  ) {}

  /** Throws a `LinkFailure`. */
  origin({ upstream }: NativeCall): HttpOrigin {
    return this.access.origin(upstream);
  }

  limitsFor({ server, upstream }: NativeCall): RelayLimits {
    const { MAX_RESULT_BYTES, MAX_RESULT_ELEMENTS, MAX_TOOL_TIMEOUT_MS } = this.config.values;
    const { MAX_EXCHANGE_BYTES, MAX_EXCHANGE_EVENTS } = this.config.values;
    return {
      maxResultBytes: MAX_RESULT_BYTES,
      maxResultValues: MAX_RESULT_ELEMENTS,
      maxExchangeBytes: MAX_EXCHANGE_BYTES,
      maxExchangeEvents: MAX_EXCHANGE_EVENTS,
      timeoutMs: upstream.timeoutOf(server.definition.options.timeoutMs),
      maxTimeoutMs: MAX_TOOL_TIMEOUT_MS,
    };
  }

  /** A message of the gateway's own; what comes of it concerns nobody. */
  tell(call: NativeCall, serverId: string | undefined, message: object): void {
    relayPost(this.origin(call), undefined, {
      headers: headersForServer({ ...call.headers, ...forMessages }, serverId),
      body: printJson(message),
      limits: this.limitsFor(call),
    }).catch(() => undefined);
  }
}
