import { Injectable } from '@nestjs/common';
import { Audit } from '../../accounts/audit.service.js';
import { Database } from '../../platform/database/database.js';
import { Logger } from '../../platform/logging/logger.js';
import type { RegisteredServer } from '../registered-server.js';
import type { ToolDrift, ToolPin } from './tool-drift.js';
import type { ToolWarning } from './tool-fingerprint.js';
import { ToolPinStore } from './tool-pin-store.port.js';

const maxListed = 50;

/** Tells the owners of an app, once each, that the tools of a server are not what they were, or hide something. */
@Injectable()
export class DriftReports {
  constructor(
    private readonly store: ToolPinStore,
    private readonly audit: Audit,
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /** Tools changed, came or went. A failure to write it down does not concern the caller. */
  drifted(accountId: string, server: RegisteredServer, pin: ToolPin, drift: ToolDrift): void {
    const details = {
      server: server.handle,
      set: drift.digest,
      changes: drift.changes.slice(0, maxListed).map(({ tool, kind, members }) => ({ tool, kind, members })),
      warnings: drift.warnings.slice(0, maxListed),
    };
    void this.keep(server, async () => {
      if (!(await this.store.markReported(pin.serverId, drift.digest))) return;
      this.logger.warn('tools.drifted', details);
      await this.audit.append({ accountId, action: 'tools.drifted', target: server.id, details });
    });
  }

  /** Tools have characters in them that people do not see. */
  suspicious(accountId: string, server: RegisteredServer, warnings: readonly ToolWarning[]): void {
    if (warnings.length === 0) return;
    const details = { server: server.handle, warnings: warnings.slice(0, maxListed) };
    this.logger.warn('tools.suspicious', details);
    void this.keep(server, () =>
      this.audit.append({ accountId, action: 'tools.suspicious', target: server.id, details }),
    );
  }

  private async keep({ handle }: RegisteredServer, work: () => Promise<void>): Promise<void> {
    try {
      await this.database.write(work);
    } catch (error) {
      this.logger.error('tools.report-failed', { server: handle, error });
    }
  }
}
