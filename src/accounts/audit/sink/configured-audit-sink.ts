import type { Config } from '../../../platform/config/config.js';
import { sinkAddress } from '../../../platform/config/values/sink-address.js';
import type { EgressPolicy } from '../../../platform/egress/egress-policy.js';
import type { AuditSink } from './audit-sink.port.js';
import { FileAuditSink } from './file-audit-sink.adapter.js';
import { HttpAuditSink } from './http-audit-sink.adapter.js';
import { StdoutAuditSink } from './stdout-audit-sink.adapter.js';

/** The sink that AUDIT_SINK names, if it does. */
export function configuredAuditSink({ values }: Config, egress: EgressPolicy): AuditSink | undefined {
  if (values.AUDIT_SINK === undefined) return undefined;
  const address = sinkAddress(values.AUDIT_SINK);
  switch (address.kind) {
    case 'stdout':
      return new StdoutAuditSink();
    case 'file':
      return new FileAuditSink(address.path);
    case 'http':
      return new HttpAuditSink(
        { url: address.url, headers: values.AUDIT_SINK_HEADERS, timeoutMs: values.AUDIT_SINK_TIMEOUT_MS },
        egress,
      );
  }
}
