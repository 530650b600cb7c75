import { Injectable } from '@nestjs/common';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import type { SignInProvider } from '../../platform/config/values/sign-in-providers.js';
import { GithubIdentityProvider } from './github-identity-provider.adapter.js';
import type { IdentityProvider } from './identity-provider.port.js';
import { OidcIdentityProvider } from './oidc-identity-provider.adapter.js';

/** The providers of the settings, and what speaks to each. */
@Injectable()
export class IdentityProviders {
  constructor(
    private readonly oidc: OidcIdentityProvider,
    private readonly github: GithubIdentityProvider,
    private readonly config: Config,
  ) {}

  list(): readonly SignInProvider[] {
    return this.config.values.OIDC_PROVIDERS;
  }

  /** Throws `provider-not-found`. */
  get(id: string): SignInProvider {
    const provider = this.list().find((one) => one.id === id);
    if (provider === undefined) throw new Problem('provider-not-found');
    return provider;
  }

  adapterOf({ type }: SignInProvider): IdentityProvider {
    return type === 'github' ? this.github : this.oidc;
  }
}
