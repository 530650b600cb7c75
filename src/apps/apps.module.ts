import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClearanceUpkeep } from './clearance/clearance-upkeep.service.js';
import { GrantLosses } from './clearance/grant-losses.service.js';
import { GrantPages } from './clearance/grant-pages.service.js';
import { Clearances } from './clearance/clearances.service.js';
import { GrantListEntity } from './clearance/grant-list.entity.js';
import { ServerGrantStore } from './clearance/server-grant-store.port.js';
import { ServerGrantEntity } from './clearance/server-grant.entity.js';
import { ServerGrantsController } from './clearance/server-grants.controller.js';
import { ServerGrants } from './clearance/server-grants.service.js';
import { TypeormServerGrantStore } from './clearance/typeorm-server-grant-store.repository.js';
import { AppConfigVersionEntity } from './app/app-config-version.entity.js';
import { AppConfigController } from './editing/app-config.controller.js';
import { AppConfigs } from './app/app-configs.service.js';
import { ConfigAuthors } from './app/config-authors.service.js';
import { AppCreation } from './editing/app-creation.service.js';
import { AppKeysController } from './keys/app-keys.controller.js';
import { AppKeys } from './keys/app-keys.service.js';
import { AppMemory } from './app/app-memory.js';
import { AppRemovals } from './app/app-removals.service.js';
import { AppSecretStore } from './secrets/app-secret-store.port.js';
import { AppSecretVault } from './secrets/app-secret-vault.js';
import { AppSecretOriginEntity } from './secrets/app-secret-origin.entity.js';
import { AppSecretEntity } from './secrets/app-secret.entity.js';
import { AppSecretsController } from './secrets/app-secrets.controller.js';
import { AppSecrets } from './secrets/app-secrets.service.js';
import { AppStore } from './app/app-store.port.js';
import { AppTransactions } from './app/app-transactions.service.js';
import { AppUpkeep } from './app/app-upkeep.service.js';
import { AppEntity } from './app/app.entity.js';
import { AppsController } from './editing/apps.controller.js';
import { AppsService } from './editing/apps.service.js';
import { ConfigChecks } from './editing/config-checks.service.js';
import { ConfigFollowers } from './editing/config-followers.service.js';
import { ConfigEditor } from './editing/config-editor.service.js';
import { ConfigHistory } from './editing/config-history.service.js';
import { ConfigThinning } from './editing/config-thinning.service.js';
import { SecretOriginStore } from './secrets/secret-origin-store.port.js';
import { SecretOrigins } from './secrets/secret-origins.service.js';
import { SecretRotation } from './secrets/secret-rotation.service.js';
import { Me } from './me/me.service.js';
import { MeController } from './me/me.controller.js';
import { Features } from './app/features.service.js';
import { CallsController } from './record/calls.controller.js';
import { RecordedCalls } from './record/recorded-calls.service.js';
import { RecordNames } from './record/record-names.service.js';
import { RecordReaders } from './record/record-readers.service.js';
import { UsageController } from './record/usage.controller.js';
import { SchemasController } from './document/schemas.controller.js';
import { TypeormAppSecretStore } from './secrets/typeorm-app-secret-store.repository.js';
import { TypeormAppStore } from './app/typeorm-app-store.repository.js';
import { TypeormSecretOriginStore } from './secrets/typeorm-secret-origin-store.repository.js';

/** Apps: their configs with all versions, secrets and keys. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      ...[AppEntity, AppConfigVersionEntity, AppSecretEntity, AppSecretOriginEntity],
      ...[GrantListEntity, ServerGrantEntity],
    ]),
  ],
  controllers: [
    ...[AppsController, AppConfigController, AppSecretsController, AppKeysController],
    ...[CallsController, MeController, SchemasController, ServerGrantsController, UsageController],
  ],
  providers: [
    ...[AppConfigs, AppCreation, AppKeys, AppRemovals, AppSecrets, AppSecretVault, AppsService],
    ConfigAuthors,
    ...[AppTransactions, AppUpkeep, ConfigChecks, ConfigEditor, ConfigFollowers, ConfigHistory],
    ...[ConfigThinning, Features, Me, RecordedCalls, RecordNames, RecordReaders, SecretOrigins],
    ...[Clearances, ClearanceUpkeep, GrantLosses, GrantPages, SecretRotation, ServerGrants],
    { provide: AppMemory, useFactory: () => new AppMemory() },
    { provide: AppSecretStore, useClass: TypeormAppSecretStore },
    { provide: ServerGrantStore, useClass: TypeormServerGrantStore },
    { provide: AppStore, useClass: TypeormAppStore },
    { provide: SecretOriginStore, useClass: TypeormSecretOriginStore },
  ],
  exports: [
    ...[AppConfigs, AppRemovals, AppSecretVault, AppTransactions],
    ...[Clearances, ConfigAuthors, ConfigChecks, ConfigFollowers, ConfigThinning, Features],
  ],
})
export class AppsModule {}
