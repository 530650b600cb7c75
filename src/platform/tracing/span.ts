import type { TraceParent } from '../../kernel/trace-context.js';

/** A finished piece of work in a trace; times in milliseconds since the epoch. */
export interface FinishedSpan {
  readonly name: string;
  /** `server`: a request that came in; `client`: one that went out; `internal`: work that nobody waits for. */
  readonly kind: 'server' | 'client' | 'internal';
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** Whether the parent is the caller's. */
  readonly isParentRemote: boolean;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Other places in traces that it has to do with. */
  readonly links?: readonly TraceParent[] | undefined;
  readonly events: readonly { readonly name: string; readonly at: number; readonly ms: number }[];
}

/** Takes finished spans to a collector. */
export interface SpanExporter {
  export(span: FinishedSpan): void;
  /** Sends what is left. */
  close(): Promise<void>;
}
