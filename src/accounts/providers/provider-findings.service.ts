import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import type { SignInProvider } from '../../platform/config/values/sign-in-providers.js';
import { Doctor, type Finding } from '../../platform/health/doctor.service.js';
import { Logger } from '../../platform/logging/logger.js';
import { workerPlace } from '../../platform/workers/worker-place.js';
import { PeopleStore } from '../people/people-store.port.js';
import { namesAccount } from '../people/provider-authority.js';

/** What can be wrong with the providers at which people sign in: the log says it at start, the doctor when it is asked. */
@Injectable()
export class ProviderFindings implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly doctor: Doctor,
    private readonly people: PeopleStore,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    if (this.providers.length > 0) this.doctor.checkWith(() => this.findings());
  }

  async onApplicationBootstrap(): Promise<void> {
    if (workerPlace()?.leads === false) return;
    for (const { id } of await this.withoutDomains())
      this.logger.warn('sign-in.provider-without-domains', {
        provider: id,
        remedy: 'Add the e-mail domains that the provider may speak for as `domains`.',
      });
  }

  private async findings(): Promise<Finding[]> {
    return (await this.withoutDomains()).map(({ id, label }) => ({
      title: `The identity provider ${label} has no domains`,
      detail: `${id} speaks for people only in accounts that its role mappings name, and never in the operator's. Its users are linked to no one.`,
      about: 'gateway',
      remedy: 'Add the e-mail domains that it may speak for as `domains` in OIDC_PROVIDERS.',
    }));
  }

  /** Those for which it makes a difference: there are several accounts, or the role mappings name the operator's. */
  private async withoutDomains(): Promise<SignInProvider[]> {
    const some = this.providers.filter(({ domains }) => domains.length === 0);
    if (some.length === 0 || (await this.people.hasTenants())) return some;
    const operator = await this.people.findOperator();
    return some.filter((provider) => operator !== undefined && namesAccount(provider, operator.account));
  }

  private get providers(): readonly SignInProvider[] {
    return this.config.values.OIDC_PROVIDERS;
  }
}
