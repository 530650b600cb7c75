import { Injectable } from '@nestjs/common';
import { Audit } from '../../../accounts/audit/audit.service.js';
import { Database } from '../../../platform/database/database.js';
import { Logger } from '../../../platform/logging/logger.js';
import type { RegisteredServer } from '../../declared/registered-server.js';
import type { PinDrift, Pin } from './drift.js';
import type { HiddenText, PinKind } from './fingerprint.js';
import { PinStore } from './pin-store.port.js';

const maxListed = 50;

/** Tells the owners of an app, once each, that what a server has is not what it was, or hides something. */
@Injectable()
export class DriftReports {
  constructor(
    private readonly store: PinStore,
    private readonly audit: Audit,
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /** Something changed, came or went. A failure to write it down does not concern the caller. */
  drifted(accountId: string, server: RegisteredServer, pin: Pin, drift: PinDrift): void {
    const details = {
      ...{ server: server.handle, of: pin.kind, set: drift.digest },
      changes: drift.changes
        .slice(0, maxListed)
        .map(({ name, kind, members }) => ({ ...named(pin.kind, name), kind, members })),
      warnings: told(pin.kind, drift.warnings),
    };
    void this.keep(server, async () => {
      if (!(await this.store.markReported(pin, drift.digest))) return;
      this.logger.warn('tools.drifted', details);
      await this.audit.append({ accountId, action: 'tools.drifted', target: server.id, details });
    });
  }

  /** There are characters that people do not see. */
  suspicious(
    accountId: string,
    server: RegisteredServer,
    kind: PinKind,
    warnings: readonly HiddenText[],
  ): void {
    if (warnings.length === 0) return;
    const details = { server: server.handle, of: kind, warnings: told(kind, warnings) };
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

function told(kind: PinKind, warnings: readonly HiddenText[]): object[] {
  return warnings.slice(0, maxListed).map(({ name, ...rest }) => ({ ...named(kind, name), ...rest }));
}

/** Instructions have no name. */
function named(kind: PinKind, name: string): object {
  if (kind === 'instructions') return {};
  return kind === 'tools' ? { tool: name } : { prompt: name };
}
