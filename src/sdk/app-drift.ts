import type { ToolDrift, ToolPin } from '../upstreams/pins/tool-drift.js';
import type { RegisteredServer } from '../upstreams/registered-server.js';
import type { ServerReport } from './server-report.js';

/** How the tools of one server differ from what is pinned; without `pin` and `drift` when it does not answer or is not pinned. */
export interface ServerDrift {
  readonly server: RegisteredServer;
  readonly report: ServerReport;
  readonly pin?: ToolPin;
  readonly drift?: ToolDrift;
}

export interface AppDrift {
  readonly pinning: 'off' | 'warn' | 'block';
  readonly servers: readonly ServerDrift[];
}
