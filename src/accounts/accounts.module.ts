import { Global, Module } from '@nestjs/common';
import { TokenVerifier } from '../platform/security/token-verifier.port.js';
import { AccessTokens } from './access-tokens.service.js';

@Global()
@Module({
  providers: [AccessTokens, { provide: TokenVerifier, useExisting: AccessTokens }],
  exports: [TokenVerifier],
})
export class AccountsModule {}
