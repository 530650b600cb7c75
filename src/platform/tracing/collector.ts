import { version } from '../../version.js';
import type { Values } from '../config/variables.js';

/** Where telemetry goes, and what is told of this service. */
export interface Collector {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `service.name` and the like. */
  readonly service: Readonly<Record<string, string>>;
}

/** The collector (OTLP over HTTP) of traces or metrics, if there is one. */
export function collectorOf(signal: 'traces' | 'metrics', values: Values): Collector | undefined {
  const exact =
    signal === 'traces'
      ? values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
      : values.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT;
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = exact ?? (base === undefined ? undefined : `${base.replace(/(?<!\/)\/+$/, '')}/v1/${signal}`);
  if (url === undefined || values.OTEL_SDK_DISABLED) return undefined;
  return {
    url,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS,
    service: {
      ...values.OTEL_RESOURCE_ATTRIBUTES,
      'service.name': values.OTEL_SERVICE_NAME,
      'service.version': version,
    },
  };
}
