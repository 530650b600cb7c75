import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Logger } from '../../platform/logging/logger.js';
import { Keyring } from '../../platform/security/keyring.js';
import { ClientIdentities } from './client-identities.service.js';
import { CredentialStore } from './store/credential-store.port.js';
import { TokenVault } from './token-vault.js';

const atOnce = 500;

/** Seals all tokens and registrations with the present SECRET_KEY at start, so that earlier ones can be taken away. */
@Injectable()
export class CredentialRotation implements OnApplicationBootstrap {
  constructor(
    private readonly store: CredentialStore,
    private readonly clients: ClientIdentities,
    private readonly vault: TokenVault,
    private readonly keyring: Keyring,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const clients = await this.clients.resealAll();
    let resealed = 0;
    let unreadable = 0;
    for (let after: string | undefined = ''; after !== undefined;) {
      const others = await this.store.listOfOtherKeys(this.keyring.keyId, after, atOnce);
      for (const credential of others) {
        const tokens = this.vault.open(credential);
        if (tokens === undefined) unreadable++;
        else if (
          await this.store.reseal(credential.id, credential.sealed ?? '', this.vault.seal(credential, tokens))
        )
          resealed++;
      }
      after = others.length < atOnce ? undefined : others.at(-1)?.id;
    }
    if (clients + resealed + unreadable > 0)
      this.logger.info('upstream-credentials.resealed', { resealed, unreadable, clients });
  }
}
