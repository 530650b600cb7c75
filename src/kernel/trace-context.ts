import { randomBytes } from 'node:crypto';

const form = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})/;
const zeros = /^0+$/;

/** Where a piece of work stands in a trace (W3C Trace Context). */
export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits. */
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly sampled: boolean;
  /** Whether what is said is recorded too. */
  readonly hasContent?: boolean;
}

/** A place in a trace that somebody else has given. */
export type TraceParent = Pick<TraceContext, 'traceId' | 'spanId' | 'sampled'>;

/** What a `traceparent` header says; `undefined` when it is not one. */
export function parseTraceparent(header: string): TraceParent | undefined {
  const [, traceId = '', spanId = '', flags = ''] = form.exec(header) ?? [];
  if (traceId === '' || zeros.test(traceId) || zeros.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function formatTraceparent({ traceId, spanId, sampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}

export function newTraceId(): string {
  return randomBytes(16).toString('hex');
}

export function newSpanId(): string {
  return randomBytes(8).toString('hex');
}
