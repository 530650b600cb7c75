import { z } from 'zod';
import { flag, fromFileToo, text, variable } from './variable.js';

const samplers = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
] as const;
export type SamplerName = (typeof samplers)[number];

const address: z.ZodType<string | undefined, string> = z.url({ protocol: /^https?$/ });

/** `key=value,…` with percent-encoding, as W3C Baggage has it. */
const pairs = z.string().transform((value, context): Readonly<Record<string, string>> => {
  try {
    return Object.fromEntries(
      value
        .split(',')
        .filter((pair) => pair.includes('='))
        .map((pair) => {
          const [name = '', ...rest] = pair.split('=');
          return [name.trim(), decodeURIComponent(rest.join('=').trim())];
        }),
    );
  } catch {
    context.addIssue({ code: 'custom', message: 'must be `key=value,…`, percent-encoded' });
    return z.NEVER;
  }
});

/** Traces, under the names that OpenTelemetry gives them; its further `OTEL_EXPORTER_OTLP_*` and `OTEL_BSP_*` hold too. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    address,
    undefined,
    'Collector (OTLP over HTTP) that traces are sent to; without it none are made',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: variable(
    address,
    undefined,
    'The same with its path',
    'ENDPOINT/v1/traces',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: fromFileToo(
    variable(pairs, {}, 'Headers for the collector, `key=value,…`', 'empty'),
  ),
  OTEL_SERVICE_NAME: variable(text, 'gantry', 'Name of this service in traces'),
  OTEL_RESOURCE_ATTRIBUTES: variable(pairs, {}, 'What else traces tell of this service', 'empty'),
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
  OTEL_SDK_DISABLED: variable(flag, false, '`true` makes no traces whatever else is set'),
};
