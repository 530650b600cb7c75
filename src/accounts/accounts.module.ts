import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../platform/config/config.js';
import { EgressPolicy } from '../platform/egress/egress-policy.js';
import { AccountNames } from '../platform/security/account-names.port.js';
import { SessionVerifier } from '../platform/security/session-verifier.port.js';
import { TokenVerifier } from '../platform/security/token-verifier.port.js';
import { AccessTokenEntity } from './tokens/access-token.entity.js';
import { AccessTokens } from './tokens/access-tokens.service.js';
import { AccountController } from './people/account.controller.js';
import { AccountRules } from './people/account-rules.service.js';
import { AccountEntity } from './people/account.entity.js';
import { Accounts } from './people/accounts.service.js';
import { Admission } from './joining/admission.service.js';
import { AuditController } from './people/audit.controller.js';
import { AuditEventEntity } from './audit/audit-event.entity.js';
import { AuditQuota } from './audit/audit-quota.service.js';
import { AuditRetention } from './audit/audit-retention.service.js';
import { Audit } from './audit/audit.service.js';
import { AuditStore } from './audit/audit-store.port.js';
import { AuditOutbox } from './audit/sink/audit-outbox.port.js';
import { AuditSenderEntity } from './audit/sink/audit-sender.entity.js';
import { AuditSender } from './audit/sink/audit-sender.service.js';
import { AuditSinkFindings } from './audit/sink/audit-sink-findings.service.js';
import { AuditSink } from './audit/sink/audit-sink.port.js';
import { configuredAuditSink } from './audit/sink/configured-audit-sink.js';
import { TypeormAuditOutbox } from './audit/sink/typeorm-audit-outbox.repository.js';
import { UnsentAuditEventEntity } from './audit/sink/unsent-audit-event.entity.js';
import { Departures } from './people/departures.service.js';
import { FirstStart } from './joining/first-start.service.js';
import { GrantTokenRetention } from './tokens/grant-token-retention.service.js';
import { GrantUses } from './tokens/grant-uses.service.js';
import { Identities } from './sessions/identities.service.js';
import { InvitationEntity } from './joining/invitation.entity.js';
import { InvitationStore } from './joining/invitation-store.port.js';
import { InvitationsController } from './joining/invitations.controller.js';
import { Newcomers } from './people/newcomers.repository.js';
import { OpenInvitations } from './joining/open-invitations.service.js';
import { Invitations } from './joining/invitations.service.js';
import { InvitePage } from './joining/invite.page.js';
import { KeyFindings } from './joining/key-findings.service.js';
import { LoginPage } from './sign-in/login.page.js';
import { Login } from './sign-in/login.service.js';
import { LogoutPage } from './sign-in/logout.page.js';
import { MembersController } from './joining/members.controller.js';
import { MemberRoles } from './joining/member-roles.service.js';
import { Members } from './joining/members.service.js';
import { MembershipEntity } from './people/membership.entity.js';
import { OperatorJoins } from './people/operator-joins.service.js';
import { Operators } from './people/operators.service.js';
import { PasswordChanges } from './sign-in/password-changes.service.js';
import { PasswordPage } from './sign-in/password.page.js';
import { PasswordResetEntity } from './resets/password-reset.entity.js';
import { PasswordResets } from './resets/password-resets.service.js';
import { PasswordTries } from './sign-in/password-tries.page.js';
import { PasswordsController } from './sign-in/passwords.controller.js';
import { argon2Cost, owaspArgon2Cost, Passwords } from './sign-in/passwords.service.js';
import { People } from './people/people.service.js';
import { PeopleStore } from './people/people-store.port.js';
import { ResetStore } from './resets/reset-store.port.js';
import { ResetPage } from './resets/reset.page.js';
import { OwnSessions } from './sessions/own-sessions.service.js';
import { OwnSessionsController } from './sessions/own-sessions.controller.js';
import { SessionEntity } from './sessions/session.entity.js';
import { SessionStore } from './sessions/session-store.port.js';
import { SessionCallers } from './sessions/session-callers.service.js';
import { KnownBrowsers } from './sessions/known-browsers.js';
import { SessionUpkeep } from './sessions/session-upkeep.service.js';
import { SessionPlaces } from './sessions/session-places.service.js';
import { Sessions } from './sessions/sessions.service.js';
import { SignInNews } from './people/sign-in-news.service.js';
import { SetupPage } from './sign-in/setup.page.js';
import { Setup } from './sign-in/setup.service.js';
import { SignOuts } from './sign-in/sign-outs.service.js';
import { TokenMemory } from './tokens/token-memory.js';
import { TokenStore } from './tokens/token-store.port.js';
import { TokenUpkeep } from './tokens/token-upkeep.service.js';
import { TypeormAuditStore } from './audit/typeorm-audit-store.repository.js';
import { TypeormInvitationStore } from './joining/typeorm-invitation-store.repository.js';
import { TypeormPeopleStore } from './people/typeorm-people-store.repository.js';
import { TypeormResetStore } from './resets/typeorm-reset-store.repository.js';
import { TypeormSessionStore } from './sessions/typeorm-session-store.repository.js';
import { TypeormTokenStore } from './tokens/typeorm-token-store.repository.js';
import { UsageLimitsController } from './people/usage-limits.controller.js';
import { UserEntity } from './people/user.entity.js';
import { WelcomePage } from './joining/welcome.page.js';
import { AuthenticatorEntity } from './factors/authenticator.entity.js';
import { FactorStore } from './factors/factor-store.port.js';
import { PasskeyChallengeEntity } from './factors/passkey-challenge.entity.js';
import { PasskeyChallenges } from './factors/passkey-challenges.service.js';
import { PasskeyStore } from './factors/passkey-store.port.js';
import { PasskeyEntity } from './factors/passkey.entity.js';
import { Passkeys } from './factors/passkeys.service.js';
import { RelyingParty } from './factors/relying-party.js';
import { SimpleWebauthn } from './factors/simple-webauthn.adapter.js';
import { TypeormPasskeyStore } from './factors/typeorm-passkey-store.repository.js';
import { Webauthn } from './factors/webauthn.port.js';
import { RecoveryCodeEntity } from './factors/recovery-code.entity.js';
import { SecondFactors } from './factors/second-factors.service.js';
import { TypeormFactorStore } from './factors/typeorm-factor-store.repository.js';
import { ResetsController } from './resets/resets.controller.js';
import { CodeForm } from './sign-in/code-form.page.js';
import { CodePage } from './sign-in/code.page.js';
import { FactorViews } from './own-factor/factor-views.page.js';
import { FactorVisits } from './own-factor/factor-visits.page.js';
import { NewPasskeyPage } from './own-factor/new-passkey.page.js';
import { FactorPage } from './own-factor/factor.page.js';
import { FactorsController } from './own-factor/factors.controller.js';
import { FactorProof } from './own-factor/factor-proof.service.js';
import { OwnPasskeys } from './own-factor/own-passkeys.service.js';
import { PasskeysController } from './own-factor/passkeys.controller.js';
import { OwnFactor } from './own-factor/own-factor.service.js';
import { PasskeyForm } from './sign-in/passkey-form.page.js';
import { PasskeyPage } from './passkey-sign-in/passkey.page.js';
import { PasskeySignIns } from './passkey-sign-in/passkey-sign-ins.service.js';
import { SignInForm } from './sign-in/sign-in-form.page.js';
import { SignInTickets } from './sign-in/sign-in-tickets.service.js';
import { Visitors } from './sign-in/visitors.page.js';
import { CallerIdentities } from './identity/caller-identities.service.js';
import { GroupMemberships } from './identity/group-memberships.service.js';
import { Arrivals } from './providers/arrivals.service.js';
import { AttemptStore } from './providers/attempt-store.port.js';
import { GithubIdentityProvider } from './providers/github-identity-provider.adapter.js';
import { IdentityProviders } from './providers/identity-providers.service.js';
import { LastSignIns } from './providers/last-sign-ins.service.js';
import { LinkCuts } from './providers/link-cuts.service.js';
import { OidcIdentityProvider } from './providers/oidc-identity-provider.adapter.js';
import { PasswordPolicy } from './sign-in/password-policy.service.js';
import { ProviderFindings } from './providers/provider-findings.service.js';
import { ProviderLinks } from './sign-in/provider-links.page.js';
import { ProviderSignInPage } from './providers/provider-sign-in.page.js';
import { ProviderSignIns } from './providers/provider-sign-ins.service.js';
import { ProviderSubjectEntity } from './providers/provider-subject.entity.js';
import { ProvidersController } from './providers/providers.controller.js';
import { RulePlaces } from './providers/rule-places.service.js';
import { RuleRoleEntity } from './providers/rule-role.entity.js';
import { RuleSleep } from './providers/rule-sleep.service.js';
import { SignInAttemptEntity } from './providers/sign-in-attempt.entity.js';
import { SubjectStore } from './providers/subject-store.port.js';
import { TypeormAttemptStore } from './providers/typeorm-attempt-store.repository.js';
import { TypeormSubjectStore } from './providers/typeorm-subject-store.repository.js';

/** Accounts, the people in them, and what they prove themselves with. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([
      ...[AccountEntity, UserEntity, MembershipEntity, InvitationEntity],
      ...[PasswordResetEntity, SessionEntity, AccessTokenEntity, AuditEventEntity],
      ...[AuditSenderEntity, UnsentAuditEventEntity, AuthenticatorEntity, RecoveryCodeEntity],
      ...[PasskeyEntity, PasskeyChallengeEntity],
      ...[ProviderSubjectEntity, RuleRoleEntity, SignInAttemptEntity],
    ]),
  ],
  controllers: [
    ...[AccountController, AuditController, InvitationsController, MembersController, PasswordsController],
    ...[OwnSessionsController, ProvidersController, ProviderSignInPage, UsageLimitsController],
    ...[
      CodePage,
      FactorPage,
      FactorsController,
      NewPasskeyPage,
      PasskeyPage,
      PasskeysController,
      ResetsController,
    ],
    ...[LoginPage, LogoutPage, PasswordPage, ResetPage, SetupPage, WelcomePage, InvitePage],
  ],
  providers: [
    { provide: argon2Cost, useValue: owaspArgon2Cost },
    { provide: AccountNames, useExisting: Accounts },
    { provide: AttemptStore, useClass: TypeormAttemptStore },
    { provide: AuditStore, useClass: TypeormAuditStore },
    { provide: AuditOutbox, useClass: TypeormAuditOutbox },
    { provide: AuditSink, useFactory: configuredAuditSink, inject: [Config, EgressPolicy] },
    { provide: FactorStore, useClass: TypeormFactorStore },
    { provide: InvitationStore, useClass: TypeormInvitationStore },
    { provide: PasskeyStore, useClass: TypeormPasskeyStore },
    { provide: PeopleStore, useClass: TypeormPeopleStore },
    { provide: ResetStore, useClass: TypeormResetStore },
    { provide: SessionStore, useClass: TypeormSessionStore },
    { provide: SubjectStore, useClass: TypeormSubjectStore },
    { provide: TokenStore, useClass: TypeormTokenStore },
    { provide: TokenMemory, useFactory: () => new TokenMemory() },
    { provide: TokenVerifier, useExisting: AccessTokens },
    { provide: KnownBrowsers, useFactory: () => new KnownBrowsers() },
    { provide: Webauthn, useClass: SimpleWebauthn },
    { provide: SessionVerifier, useExisting: SessionCallers },
    ...[
      AccessTokens,
      AccountRules,
      Accounts,
      Admission,
      Audit,
      AuditQuota,
      AuditRetention,
      FirstStart,
      Identities,
    ],
    ...[AuditSender, AuditSinkFindings],
    ...[
      GrantTokenRetention,
      GrantUses,
      Invitations,
      Newcomers,
      OpenInvitations,
      KeyFindings,
      Login,
      Members,
      MemberRoles,
      OperatorJoins,
      Operators,
      OwnSessions,
      PasswordChanges,
      PasswordResets,
      PasswordTries,
      Passwords,
      People,
      SessionCallers,
      SessionPlaces,
      SessionUpkeep,
      Sessions,
      Setup,
    ],
    ...[
      CodeForm,
      FactorProof,
      FactorViews,
      FactorVisits,
      OwnFactor,
      OwnPasskeys,
      SecondFactors,
      SignInForm,
      SignInTickets,
    ],
    ...[PasskeyChallenges, PasskeyForm, PasskeySignIns, Passkeys, RelyingParty],
    ...[Departures, SignInNews, SignOuts, TokenUpkeep, Visitors],
    ...[
      Arrivals,
      GithubIdentityProvider,
      GroupMemberships,
      CallerIdentities,
      IdentityProviders,
      LastSignIns,
      LinkCuts,
      OidcIdentityProvider,
      PasswordPolicy,
      ProviderLinks,
    ],
    ...[ProviderFindings, ProviderSignIns, RulePlaces, RuleSleep],
  ],
  exports: [
    ...[AccessTokens, AccountRules, Accounts, Audit, FirstStart, GrantUses, Identities, People, Sessions],
    ...[
      AccountNames,
      Departures,
      GroupMemberships,
      CallerIdentities,
      SessionCallers,
      SessionVerifier,
      SignInNews,
      SignOuts,
      TokenVerifier,
      Visitors,
    ],
  ],
})
export class AccountsModule {}
