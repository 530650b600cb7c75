import type { SamplerName } from '../config/tracing-variables.js';

/** Whether a trace is recorded; `parent` is what the caller decided, if there is one. */
export type Sampler = (traceId: string, parent: boolean | undefined) => boolean;

/** The samplers of OpenTelemetry by the names of OTEL_TRACES_SAMPLER. */
export function samplerOf(name: SamplerName, ratio: number): Sampler {
  const root = rootOf(name.replace('parentbased_', ''), ratio);
  return name.startsWith('parentbased_')
    ? (traceId, parent) => parent ?? root(traceId)
    : (traceId) => root(traceId);
}

function rootOf(name: string, ratio: number): (traceId: string) => boolean {
  if (name === 'always_on') return () => true;
  if (name === 'always_off') return () => false;
  // The random part of a trace id are its last 56 bits (W3C Trace Context Level 2, §5.3): all services decide alike. The upper 52 are exact in a double.
  return (traceId) => Number.parseInt(traceId.slice(-14, -1), 16) / 2 ** 52 < ratio;
}
