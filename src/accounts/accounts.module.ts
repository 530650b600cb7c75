import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TokenVerifier } from '../platform/security/token-verifier.port.js';
import { AccessTokenEntity } from './access-token.entity.js';
import { AccessTokens } from './access-tokens.service.js';
import { AccountController } from './account.controller.js';
import { AccountRules } from './account-rules.service.js';
import { AccountEntity } from './account.entity.js';
import { Accounts } from './accounts.service.js';
import { Admission } from './admission.service.js';
import { AuditController } from './audit.controller.js';
import { AuditEventEntity } from './audit-event.entity.js';
import { AuditRetention } from './audit-retention.service.js';
import { Audit } from './audit.service.js';
import { AuditStore } from './audit-store.port.js';
import { FirstStart } from './first-start.service.js';
import { Identities } from './identities.service.js';
import { InvitationEntity } from './invitation.entity.js';
import { InvitationStore } from './invitation-store.port.js';
import { InvitationsController } from './invitations.controller.js';
import { Invitations } from './invitations.service.js';
import { InvitePage } from './invite.page.js';
import { LoginPage } from './login.page.js';
import { Login } from './login.service.js';
import { LogoutPage } from './logout.page.js';
import { MembersController } from './members.controller.js';
import { Members } from './members.service.js';
import { MembershipEntity } from './membership.entity.js';
import { Operators } from './operators.service.js';
import { PasswordChanges } from './password-changes.service.js';
import { PasswordPage } from './password.page.js';
import { PasswordResetEntity } from './password-reset.entity.js';
import { PasswordResets } from './password-resets.service.js';
import { PasswordTries } from './password-tries.page.js';
import { PasswordsController } from './passwords.controller.js';
import { Passwords } from './passwords.service.js';
import { People } from './people.service.js';
import { PeopleStore } from './people-store.port.js';
import { ResetStore } from './reset-store.port.js';
import { ResetPage } from './reset.page.js';
import { SessionEntity } from './session.entity.js';
import { SessionStore } from './session-store.port.js';
import { Sessions } from './sessions.service.js';
import { SetupPage } from './setup.page.js';
import { Setup } from './setup.service.js';
import { SignOuts } from './sign-outs.service.js';
import { TokenMemory } from './token-memory.js';
import { TokenStore } from './token-store.port.js';
import { TokenUpkeep } from './token-upkeep.service.js';
import { TypeormAuditStore } from './typeorm-audit-store.repository.js';
import { TypeormInvitationStore } from './typeorm-invitation-store.repository.js';
import { TypeormPeopleStore } from './typeorm-people-store.repository.js';
import { TypeormResetStore } from './typeorm-reset-store.repository.js';
import { TypeormSessionStore } from './typeorm-session-store.repository.js';
import { TypeormTokenStore } from './typeorm-token-store.repository.js';
import { UsageLimitsController } from './usage-limits.controller.js';
import { UserEntity } from './user.entity.js';
import { WelcomePage } from './welcome.page.js';
import { Visitors } from './visitors.page.js';

/** Accounts, the people in them, and what they prove themselves with. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([
      ...[AccountEntity, UserEntity, MembershipEntity, InvitationEntity],
      ...[PasswordResetEntity, SessionEntity, AccessTokenEntity, AuditEventEntity],
    ]),
  ],
  controllers: [
    ...[AccountController, AuditController, InvitationsController, MembersController, PasswordsController],
    UsageLimitsController,
    ...[LoginPage, LogoutPage, PasswordPage, ResetPage, SetupPage, WelcomePage, InvitePage],
  ],
  providers: [
    { provide: AuditStore, useClass: TypeormAuditStore },
    { provide: InvitationStore, useClass: TypeormInvitationStore },
    { provide: PeopleStore, useClass: TypeormPeopleStore },
    { provide: ResetStore, useClass: TypeormResetStore },
    { provide: SessionStore, useClass: TypeormSessionStore },
    { provide: TokenStore, useClass: TypeormTokenStore },
    { provide: TokenMemory, useFactory: () => new TokenMemory() },
    { provide: TokenVerifier, useExisting: AccessTokens },
    ...[AccessTokens, AccountRules, Accounts, Admission, Audit, AuditRetention, FirstStart, Identities],
    ...[
      Invitations,
      Login,
      Members,
      Operators,
      PasswordChanges,
      PasswordResets,
      PasswordTries,
      Passwords,
      People,
      Sessions,
      Setup,
    ],
    ...[SignOuts, TokenUpkeep, Visitors],
  ],
  exports: [
    ...[AccessTokens, AccountRules, Accounts, Audit, FirstStart, Identities, People, Sessions],
    ...[SignOuts, TokenVerifier, Visitors],
  ],
})
export class AccountsModule {}
