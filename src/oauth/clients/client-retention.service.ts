import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Retention } from '../../platform/database/retention.js';
import { Logger } from '../../platform/logging/logger.js';
import { ClientStore } from './client-store.port.js';
import { DocumentStore } from './document-store.port.js';

const unseenForMs = 90 * 86_400_000;
const rowsAtOnce = 200;

/** Removes registrations and documents of programs that nothing was heard of for 90 days. */
@Injectable()
export class ClientRetention extends Retention {
  constructor(
    private readonly clients: ClientStore,
    private readonly documents: DocumentStore,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
  }

  protected async removeSome(): Promise<boolean> {
    const since = this.clock.now() - unseenForMs;
    const removed = [
      await this.clients.removeUnseen(since, rowsAtOnce),
      await this.documents.removeUnseen(since, rowsAtOnce),
    ];
    return removed.includes(rowsAtOnce);
  }

  protected failed(error: unknown): void {
    this.logger.warn('oauth-clients.not-removed', { error });
  }
}
