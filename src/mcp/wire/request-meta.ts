import type { JsonObject } from '../../kernel/json/json.js';
import { newProgressToken } from './progress-token.js';

const reserved = /^io\.modelcontextprotocol\/(?:protocolVersion|serverInfo|subscriptionId)$/;

/** Makes `_meta` of requests: what the caller gave without what is ours to say, a progress token of its own, and the trace. */
export class RequestMeta {
  of(
    given: JsonObject | undefined,
    traceparent: string | undefined,
    wantsProgress = false,
  ): JsonObject | undefined {
    if (given === undefined && !wantsProgress && traceparent === undefined) return undefined;
    const own = Object.entries(given ?? {}).filter(([key]) => !reserved.test(key) && key !== 'progressToken');
    return {
      ...Object.fromEntries(own),
      ...(wantsProgress ? { progressToken: newProgressToken() } : {}),
      ...(traceparent === undefined ? {} : { traceparent }),
    };
  }
}
