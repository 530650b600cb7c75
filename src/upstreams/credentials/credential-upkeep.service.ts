import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Departures } from '../../accounts/people/departures.service.js';
import { Retention } from '../../platform/database/retention.js';
import { Logger } from '../../platform/logging/logger.js';
import { Authorizations } from './authorizations.service.js';
import { OwnConnections } from './own-connections.service.js';
import { CredentialStore } from './store/credential-store.port.js';

const atOnce = 100;

/** Ends the connections of people who have left an account, and removes what is left of browsers that never came back. */
@Injectable()
export class CredentialUpkeep extends Retention implements OnModuleInit {
  constructor(
    private readonly departures: Departures,
    private readonly authorizations: Authorizations,
    private readonly connections: OwnConnections,
    private readonly store: CredentialStore,
    private readonly logger: Logger,
  ) {
    super();
  }

  onModuleInit(): void {
    this.departures.onDeparture(() => {
      void this.sweep();
    });
  }

  protected async removeSome(): Promise<boolean> {
    const left = await this.store.listLeft(atOnce);
    for (const credential of left) await this.connections.end(credential);
    const moreOnTheirWay = await this.authorizations.removeExpired(atOnce);
    return left.length === atOnce || moreOnTheirWay;
  }

  protected failed(error: unknown): void {
    this.logger.warn('upstream-credential.not-removed', { error });
  }
}
