import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppConfigVersionEntity } from './app-config-version.entity.js';
import { AppConfigController } from './app-config.controller.js';
import { AppConfigs } from './app-configs.service.js';
import { AppCreation } from './app-creation.service.js';
import { AppKeysController } from './app-keys.controller.js';
import { AppKeys } from './app-keys.service.js';
import { AppMemory } from './app-memory.js';
import { AppSecretStore } from './app-secret-store.port.js';
import { AppSecretVault } from './app-secret-vault.js';
import { AppSecretOriginEntity } from './app-secret-origin.entity.js';
import { AppSecretEntity } from './app-secret.entity.js';
import { AppSecretsController } from './app-secrets.controller.js';
import { AppSecrets } from './app-secrets.service.js';
import { AppStore } from './app-store.port.js';
import { AppTransactions } from './app-transactions.service.js';
import { AppUpkeep } from './app-upkeep.service.js';
import { AppEntity } from './app.entity.js';
import { AppsController } from './apps.controller.js';
import { AppsService } from './apps.service.js';
import { ConfigChecks } from './config-checks.service.js';
import { ConfigEditor } from './config-editor.service.js';
import { ConfigHistory } from './config-history.service.js';
import { ConfigThinning } from './config-thinning.service.js';
import { SecretOriginStore } from './secret-origin-store.port.js';
import { SecretOrigins } from './secret-origins.service.js';
import { SecretRotation } from './secret-rotation.service.js';
import { Features } from './features.service.js';
import { SchemasController } from './schemas.controller.js';
import { TypeormAppSecretStore } from './typeorm-app-secret-store.repository.js';
import { TypeormAppStore } from './typeorm-app-store.repository.js';
import { TypeormSecretOriginStore } from './typeorm-secret-origin-store.repository.js';

/** Apps: their configs with all versions, secrets and keys. */
@Module({
  imports: [
    TypeOrmModule.forFeature([AppEntity, AppConfigVersionEntity, AppSecretEntity, AppSecretOriginEntity]),
  ],
  controllers: [
    ...[AppsController, AppConfigController, AppSecretsController, AppKeysController],
    SchemasController,
  ],
  providers: [
    ...[AppConfigs, AppCreation, AppKeys, AppSecrets, AppSecretVault, AppsService],
    ...[AppTransactions, AppUpkeep, ConfigChecks, ConfigEditor, ConfigHistory, ConfigThinning],
    ...[Features, SecretOrigins, SecretRotation],
    { provide: AppMemory, useFactory: () => new AppMemory() },
    { provide: AppSecretStore, useClass: TypeormAppSecretStore },
    { provide: AppStore, useClass: TypeormAppStore },
    { provide: SecretOriginStore, useClass: TypeormSecretOriginStore },
  ],
  exports: [AppConfigs, AppSecretVault, AppTransactions, ConfigChecks, ConfigThinning, Features],
})
export class AppsModule {}
