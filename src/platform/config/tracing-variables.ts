import { z } from 'zod';
import { baseAddress, flag, fromFileToo, milliseconds, requiredText, variable } from './variable.js';

const samplers = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
] as const;
export type SamplerName = (typeof samplers)[number];

const address: z.ZodType<string | undefined, string> = z.url({ protocol: /^https?$/ });

/** A name that a header and W3C Baggage can have. */
const token = /^[!#$%&'*+.^`|~\w-]+$/;

/** `key=value,…` with percent-encoding, as W3C Baggage has it. */
export const pairs = z.string().transform((value, context): Readonly<Record<string, string>> => {
  const entries = value.split(',').filter((entry) => entry.trim() !== '');
  const read = entries.map((entry) => {
    const [name = '', ...rest] = entry.split('=');
    return [name.trim(), decoded(rest.join('=').trim())] as const;
  });
  if (read.every(([name, text]) => token.test(name) && text !== undefined) && entries.every(isPair))
    return Object.fromEntries(read) as Record<string, string>;
  context.addIssue({ code: 'custom', message: 'must be `key=value,…`, percent-encoded' });
  return z.NEVER;
});

function isPair(entry: string): boolean {
  return entry.includes('=');
}

/** `undefined` for what is not percent-encoded, or could not be sent. */
function decoded(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text);
    return /[\0\r\n]/.test(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Traces, under the names that OpenTelemetry gives them; its further `OTEL_EXPORTER_OTLP_*` and `OTEL_BSP_*` hold too. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: variable<string | undefined>(
    baseAddress,
    undefined,
    'Collector (OTLP over HTTP) that traces and metrics are sent to; without it no traces are made',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: variable(
    address,
    undefined,
    'The same with its path, for traces',
    'ENDPOINT/v1/traces',
  ),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: variable(
    address,
    undefined,
    'The same with its path, for metrics',
    'ENDPOINT/v1/metrics',
  ),
  OTEL_METRIC_EXPORT_INTERVAL: variable(
    milliseconds(100),
    60_000,
    'Milliseconds between two reports of the metrics to the collector',
  ),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: variable(
    flag,
    false,
    '`true` puts arguments and results of tools into traces, without what looks like a secret',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: fromFileToo(
    variable(pairs, {}, 'Headers for the collector, `key=value,…`', 'empty'),
  ),
  OTEL_SERVICE_NAME: variable(requiredText, 'gantry', 'Name of this service in traces and metrics'),
  OTEL_RESOURCE_ATTRIBUTES: variable(pairs, {}, 'What else they tell of this service', 'empty'),
  OTEL_TRACES_SAMPLER: variable<SamplerName>(
    z.enum(samplers),
    'parentbased_always_on',
    'Which requests are traced; `parentbased_` follows the `traceparent` of the caller',
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(
    z.string().transform(Number).pipe(z.number().min(0).max(1)),
    1,
    'Share for the samplers by ratio',
  ),
  OTEL_SDK_DISABLED: variable(
    flag,
    false,
    '`true` makes no traces and sends no metrics whatever else is set',
  ),
};
