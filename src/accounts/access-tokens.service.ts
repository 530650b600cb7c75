import { Injectable } from '@nestjs/common';
import { scopes, type Principal } from '../kernel/principal.js';
import { Config } from '../platform/config/config.js';
import { TokenVerifier } from '../platform/security/token-verifier.port.js';

@Injectable()
export class AccessTokens extends TokenVerifier {
  constructor(private readonly config: Config) {
    super();
  }

  verify(token: string): Principal | undefined {
    if (token !== this.config.values.BOOTSTRAP_TOKEN) return undefined;
    return {
      kind: 'user',
      tokenId: 'tok_bootstrap',
      accountId: 'acc_operator',
      userId: 'usr_operator',
      role: 'owner',
      operator: true,
      scopes: new Set(scopes),
    };
  }
}
