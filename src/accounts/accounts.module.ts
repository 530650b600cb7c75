import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TokenVerifier } from '../platform/security/token-verifier.port.js';
import { AccessTokenEntity } from './access-token.entity.js';
import { AccessTokens } from './access-tokens.service.js';
import { AccountEntity } from './account.entity.js';
import { AuditEventEntity } from './audit-event.entity.js';
import { FirstStart } from './first-start.service.js';
import { InvitationEntity } from './invitation.entity.js';
import { MembershipEntity } from './membership.entity.js';
import { Passwords } from './passwords.service.js';
import { PeopleStore } from './people-store.port.js';
import { SessionEntity } from './session.entity.js';
import { Setup } from './setup.service.js';
import { TokenMemory } from './token-memory.js';
import { TokenStore } from './token-store.port.js';
import { TokenUpkeep } from './token-upkeep.service.js';
import { TypeormPeopleStore } from './typeorm-people-store.repository.js';
import { TypeormTokenStore } from './typeorm-token-store.repository.js';
import { UserEntity } from './user.entity.js';

/** Accounts, the people in them, and what they prove themselves with. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([
      ...[AccountEntity, UserEntity, MembershipEntity, InvitationEntity],
      ...[SessionEntity, AccessTokenEntity, AuditEventEntity],
    ]),
  ],
  providers: [
    { provide: PeopleStore, useClass: TypeormPeopleStore },
    { provide: TokenStore, useClass: TypeormTokenStore },
    { provide: TokenMemory, useFactory: () => new TokenMemory() },
    { provide: TokenVerifier, useExisting: AccessTokens },
    ...[AccessTokens, FirstStart, Passwords, Setup, TokenUpkeep],
  ],
  exports: [AccessTokens, FirstStart, TokenVerifier],
})
export class AccountsModule {}
