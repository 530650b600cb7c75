import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Departures } from '../../accounts/people/departures.service.js';
import { AppRemovals } from '../../apps/app/app-removals.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { Retention } from '../../platform/database/retention.js';
import { Logger } from '../../platform/logging/logger.js';
import { CredentialEndings } from './credential-endings.service.js';
import { PendingAuthorizations } from './pending-authorizations.service.js';
import { CredentialStore } from './store/credential-store.port.js';
import { UpstreamClientStore } from './store/upstream-client-store.port.js';

const atOnce = 100;
/** A registration that nobody has connected by for so long is made anew when somebody does; nobody is on their way for longer. */
const unusedMs = 3_600_000;

/** Ends the connections of people who have left an account and of apps that are deleted, and removes what browsers and registrations left that nobody came back to. */
@Injectable()
export class CredentialUpkeep extends Retention implements OnModuleInit {
  constructor(
    private readonly departures: Departures,
    private readonly authorizations: PendingAuthorizations,
    private readonly removals: AppRemovals,
    private readonly endings: CredentialEndings,
    private readonly store: CredentialStore,
    private readonly clients: UpstreamClientStore,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
  }

  onModuleInit(): void {
    this.departures.onDeparture(() => {
      void this.sweep();
    });
    this.removals.onRemoval((appId) => this.endings.beforeRemovalOf(appId));
  }

  protected async removeSome(): Promise<boolean> {
    const left = await this.store.listLeft(atOnce);
    for (const credential of left) await this.endings.end(credential);
    const moreOnTheirWay = await this.authorizations.removeExpired(atOnce);
    const unused = await this.clients.removeUnused(this.clock.now() - unusedMs, atOnce);
    return left.length === atOnce || moreOnTheirWay || unused === atOnce;
  }

  protected failed(error: unknown): void {
    this.logger.warn('upstream-credential.not-removed', { error });
  }
}
