import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppsModule } from '../apps/apps.module.js';
import { PendingAuthorizations } from './credentials/pending-authorizations.service.js';
import { ClientIdentities } from './credentials/client-identities.service.js';
import { ConnectionWanted } from './credentials/connection-wanted.service.js';
import { Connections } from './credentials/connections.port.js';
import { CredentialEndings } from './credentials/credential-endings.service.js';
import { CredentialRoom } from './credentials/credential-room.service.js';
import { CredentialRotation } from './credentials/credential-rotation.service.js';
import { CredentialUpkeep } from './credentials/credential-upkeep.service.js';
import { Credentials } from './credentials/credentials.service.js';
import { DeclaredServers } from './credentials/declared-servers.service.js';
import { AuthDiscovery } from './credentials/dialogue/auth-discovery.port.js';
import { AuthServers } from './credentials/dialogue/auth-servers.service.js';
import { OAuthDialogue } from './credentials/dialogue/oauth-dialogue.port.js';
import { SdkAuthDiscovery } from './credentials/dialogue/sdk-auth-discovery.adapter.js';
import { SdkOAuthDialogue } from './credentials/dialogue/sdk-oauth-dialogue.adapter.js';
import { StoredConnections } from './credentials/stored-connections.service.js';
import { Renewals } from './credentials/renewing/renewals.service.js';
import { StepUps } from './credentials/renewing/step-ups.service.js';
import { AuthorizationEntity } from './credentials/store/authorization.entity.js';
import { AuthorizationStore } from './credentials/store/authorization-store.port.js';
import { CredentialEntity } from './credentials/store/credential.entity.js';
import { CredentialStore } from './credentials/store/credential-store.port.js';
import { TypeormAuthorizationStore } from './credentials/store/typeorm-authorization-store.repository.js';
import { TypeormCredentialStore } from './credentials/store/typeorm-credential-store.repository.js';
import { TypeormUpstreamClientStore } from './credentials/store/typeorm-upstream-client-store.repository.js';
import { UpstreamClientEntity } from './credentials/store/upstream-client.entity.js';
import { UpstreamClientStore } from './credentials/store/upstream-client-store.port.js';
import { TokenSources } from './credentials/renewing/token-sources.service.js';
import { TokenVault } from './credentials/token-vault.js';
import { UpstreamCredentials } from './credentials/upstream-credentials.port.js';
import { DeclaredModule } from './declared.module.js';

/** Credentials at servers that want OAuth: how they are got, renewed once, and given back. */
@Module({
  imports: [
    AppsModule,
    DeclaredModule,
    TypeOrmModule.forFeature([CredentialEntity, UpstreamClientEntity, AuthorizationEntity]),
  ],
  providers: [
    { provide: AuthorizationStore, useClass: TypeormAuthorizationStore },
    { provide: CredentialStore, useClass: TypeormCredentialStore },
    { provide: UpstreamClientStore, useClass: TypeormUpstreamClientStore },
    { provide: AuthDiscovery, useClass: SdkAuthDiscovery },
    { provide: OAuthDialogue, useClass: SdkOAuthDialogue },
    { provide: UpstreamCredentials, useExisting: Credentials },
    { provide: Connections, useExisting: StoredConnections },
    ...[PendingAuthorizations, AuthServers, ClientIdentities, Credentials, DeclaredServers],
    ...[CredentialEndings, CredentialRoom, CredentialRotation, CredentialUpkeep],
    ...[ConnectionWanted, StoredConnections, Renewals, StepUps, TokenSources, TokenVault],
  ],
  exports: [Connections, UpstreamCredentials],
})
export class CredentialsModule {}
