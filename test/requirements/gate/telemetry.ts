import type { RequirementRows } from '../rows.js';

/** Traces and metrics by OpenTelemetry's conventions for MCP. */
export const telemetry: RequirementRows = {
  'https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/mcp.md': {
    'otel-spans':
      'Messages of MCP clients are server spans and exchanges with servers client spans, named `{method} {target}`, with the attributes of the conventions; the server is told the client span.',
    'otel-parent':
      '`params._meta` says where in a trace a message stands; a `traceparent` header beside it becomes a link.',
    'otel-names':
      'Server spans carry the name that the client has for a tool, client spans that of its server.',
    'otel-errors':
      '`error.type` is the code of JSON-RPC, `tool_error` or a problem; `rpc.response.status_code` the code, whoever refused.',
    'otel-content':
      'Arguments and results are in spans only with OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true, redacted.',
    'otel-metrics':
      'mcp.server.operation.duration and mcp.client.operation.duration are reported by OTLP and at /metrics; names of tools and servers of tenants are not.',
    'otel-away': 'A collector that is away slows no call, and no count is lost.',
  },
};
