import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthorizationCodeEntity } from './authorize/authorization-code.entity.js';
import { Authorizations } from './authorize/authorizations.service.js';
import { AuthorizePage } from './authorize/authorize.page.js';
import { CodeStore } from './authorize/code-store.port.js';
import { ConsentViews } from './authorize/consent-views.page.js';
import { Consents } from './authorize/consents.service.js';
import { TypeormCodeStore } from './authorize/typeorm-code-store.repository.js';
import { CliAuthModule } from './cli-auth.module.js';
import { GrantFamilyEntity } from './grants/grant-family.entity.js';
import { GrantOpenings } from './grants/grant-openings.service.js';
import { GrantsController } from './grants/grants.controller.js';
import { ProgramGrantEntity } from './grants/program-grant.entity.js';
import { ProgramGrantStore } from './grants/program-grant-store.port.js';
import { ProgramGrants } from './grants/program-grants.service.js';
import { ProgramsPage } from './grants/programs.page.js';
import { TypeormProgramGrantStore } from './grants/typeorm-program-grant-store.repository.js';
import { OAuthClientsModule } from './oauth-clients.module.js';
import { OAuthRetention } from './oauth-retention.service.js';
import { OAuthTrailModule } from './oauth-trail.module.js';
import { CodeExchanges } from './token/code-exchanges.service.js';
import { Refreshes } from './token/refreshes.service.js';
import { Revocations } from './token/revocations.service.js';
import { TokenController } from './token/token.controller.js';
import { TokenRequests } from './token/token-requests.service.js';

/** The authorization server for programs: consent, codes, tokens, and what people granted. */
@Module({
  imports: [
    TypeOrmModule.forFeature([AuthorizationCodeEntity, GrantFamilyEntity, ProgramGrantEntity]),
    ...[CliAuthModule, OAuthClientsModule, OAuthTrailModule],
  ],
  controllers: [AuthorizePage, TokenController, GrantsController, ProgramsPage],
  providers: [
    { provide: CodeStore, useClass: TypeormCodeStore },
    { provide: ProgramGrantStore, useClass: TypeormProgramGrantStore },
    ...[Authorizations, ConsentViews, Consents],
    ...[GrantOpenings, ProgramGrants],
    ...[CodeExchanges, Refreshes, Revocations, TokenRequests],
    OAuthRetention,
  ],
})
export class OAuthModule {}
