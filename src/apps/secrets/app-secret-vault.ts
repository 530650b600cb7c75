import { Injectable } from '@nestjs/common';
import { Keyring } from '../../platform/security/keyring.js';

const purpose = 'app secret';

/** Seals the secrets of apps, each for its app and its name: moved to another place, it does not open. */
@Injectable()
export class AppSecretVault {
  constructor(private readonly keyring: Keyring) {}

  seal(appId: string, name: string, value: string): string {
    return this.keyring.seal(purpose, `${appId} ${name}`, value);
  }

  /** Id of the key that secrets are sealed with now. */
  get keyId(): string {
    return this.keyring.keyId;
  }

  /** Throws when the secret was sealed with a SECRET_KEY that is not there any more. */
  open(appId: string, name: string, sealed: string): string {
    return this.keyring.open(purpose, `${appId} ${name}`, sealed);
  }
}
