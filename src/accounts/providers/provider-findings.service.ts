import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Problem } from '../../kernel/problems/problem.js';
import type { SignInProvider } from '../../platform/config/values/sign-in-providers.js';
import { Doctor, type Finding } from '../../platform/health/doctor.service.js';
import { Logger } from '../../platform/logging/logger.js';
import { workerPlace } from '../../platform/workers/worker-place.js';
import { PeopleStore } from '../people/people-store.port.js';
import { namesAccount } from '../people/provider-authority.js';
import { IdentityProviders } from './identity-providers.service.js';
import { refusalCause } from './issuer-fetch.js';

/** What can be wrong with the providers at which people sign in: the log says it at start, the doctor when it is asked. */
@Injectable()
export class ProviderFindings implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly doctor: Doctor,
    private readonly people: PeopleStore,
    private readonly providers: IdentityProviders,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    if (this.providers.list().length === 0) return;
    this.doctor.checkWith(() => this.domainFindings());
    this.doctor.checkWith(() => this.unusableFindings());
  }

  async onApplicationBootstrap(): Promise<void> {
    if (workerPlace()?.leads === false) return;
    for (const { id } of await this.withoutDomains())
      this.logger.warn('sign-in.provider-without-domains', {
        provider: id,
        remedy: 'Add the e-mail domains that the provider may speak for as `domains`.',
      });
    // The start waits for no one else's server.
    void this.warnOfUnusable();
  }

  /** Never rejects. */
  private async warnOfUnusable(): Promise<void> {
    for (const { provider, error } of await this.unusable())
      this.logger.warn('sign-in.provider-unusable', { provider: provider.id, error });
  }

  private async unusableFindings(): Promise<Finding[]> {
    return (await this.unusable()).map(({ provider: { id, label, issuer }, error }) => ({
      title: `Nobody can sign in at ${label}`,
      detail: [id, issuer, error.message, refusalCause(error)].filter(Boolean).join(': '),
      about: 'gateway',
      remedy: 'See that the issuer runs, can be reached from the gateway, and is right in OIDC_PROVIDERS.',
    }));
  }

  /** Those that do not answer, or are not what the settings say. */
  private async unusable(): Promise<{ readonly provider: SignInProvider; readonly error: Error }[]> {
    const checked = await Promise.all(
      this.providers.list().map(async (provider) => {
        try {
          await this.providers.adapterOf(provider).check(provider);
          return [];
        } catch (error) {
          return [{ provider, error: Problem.from(error) }];
        }
      }),
    );
    return checked.flat();
  }

  private async domainFindings(): Promise<Finding[]> {
    return (await this.withoutDomains()).map(({ id, label }) => ({
      title: `The identity provider ${label} has no domains`,
      detail: `${id} speaks for people only in accounts that its role mappings name, and never in the operator's. Its users are linked to no one.`,
      about: 'gateway',
      remedy: 'Add the e-mail domains that it may speak for as `domains` in OIDC_PROVIDERS.',
    }));
  }

  /** Those for which it makes a difference: there are several accounts, or the role mappings name the operator's. */
  private async withoutDomains(): Promise<SignInProvider[]> {
    const some = this.providers.list().filter(({ domains }) => domains.length === 0);
    if (some.length === 0 || (await this.people.hasTenants())) return some;
    const operator = await this.people.findOperator();
    return some.filter((provider) => operator !== undefined && namesAccount(provider, operator.account));
  }
}
