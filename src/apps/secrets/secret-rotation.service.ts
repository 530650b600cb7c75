import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Logger } from '../../platform/logging/logger.js';
import { AppSecretStore } from './app-secret-store.port.js';
import { AppSecretVault } from './app-secret-vault.js';

/** Seals all secrets with the present SECRET_KEY at start, so that earlier ones can be taken away. */
@Injectable()
export class SecretRotation implements OnApplicationBootstrap {
  constructor(
    private readonly store: AppSecretStore,
    private readonly vault: AppSecretVault,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const others = await this.store.listOfOtherKeys(this.vault.keyId);
    if (others.length === 0) return;
    let unreadable = 0;
    for (const secret of others) {
      const { appId, name, sealed } = secret;
      try {
        await this.store.reseal(secret, this.vault.seal(appId, name, this.vault.open(appId, name, sealed)));
      } catch (error) {
        unreadable++;
        this.logger.error('secret.unreadable', { app: appId, name, error });
      }
    }
    this.logger.info('secrets.resealed', { resealed: others.length - unreadable, unreadable });
  }
}
