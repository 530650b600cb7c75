import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppConfigVersionEntity } from './app-config-version.entity.js';
import { AppConfigs } from './app-configs.service.js';
import { AppMemory } from './app-memory.js';
import { AppSecretVault } from './app-secret-vault.js';
import { AppSecretEntity } from './app-secret.entity.js';
import { AppStore } from './app-store.port.js';
import { AppEntity } from './app.entity.js';
import { TypeormAppStore } from './typeorm-app-store.repository.js';

/** Apps: their configs with all versions, secrets and keys. */
@Module({
  imports: [TypeOrmModule.forFeature([AppEntity, AppConfigVersionEntity, AppSecretEntity])],
  providers: [
    AppConfigs,
    AppSecretVault,
    { provide: AppMemory, useFactory: () => new AppMemory() },
    { provide: AppStore, useClass: TypeormAppStore },
  ],
  exports: [AppConfigs, AppSecretVault],
})
export class AppsModule {}
