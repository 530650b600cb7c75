import type { PinKind } from '../../upstreams/tools/pins/fingerprint.js';
import type { Verdict } from '../../upstreams/tools/pins/verdict.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import type { ServerReport } from '../server-report.js';

/** How one server differs from what is pinned, by kind; a kind is missing when the server does not answer or is not pinned. */
export interface ServerDrift {
  readonly server: RegisteredServer;
  readonly report: ServerReport;
  readonly verdicts: Readonly<Partial<Record<PinKind, Verdict>>>;
}

export interface AppDrift {
  readonly pinning: 'off' | 'warn' | 'block';
  readonly servers: readonly ServerDrift[];
}
