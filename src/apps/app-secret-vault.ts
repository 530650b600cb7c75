import { Injectable } from '@nestjs/common';
import { Keyring } from '../platform/security/keyring.js';

const purpose = 'app secret';

/** Seals the secrets of apps, each for its app and its name: moved to another place, it does not open. */
@Injectable()
export class AppSecretVault {
  constructor(private readonly keyring: Keyring) {}

  seal(appId: string, name: string, value: string): string {
    return this.keyring.seal(purpose, `${appId} ${name}`, value);
  }

  /** Throws when the secret was sealed with another SECRET_KEY. */
  open(appId: string, name: string, sealed: string): string {
    return this.keyring.open(purpose, `${appId} ${name}`, sealed);
  }
}
