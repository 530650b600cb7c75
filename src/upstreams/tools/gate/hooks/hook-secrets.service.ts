import { Injectable } from '@nestjs/common';
import type { AppState } from '../../../../apps/document/app.js';
import { isGivenFor, normalOrigin } from '../../../../apps/document/secret-uses.js';
import { substituteSecrets } from '../../../../apps/document/substitution.js';
import { AppSecretVault } from '../../../../apps/secrets/app-secret-vault.js';
import { HookFailure } from './hook-decision.js';

/** The keys with which what hooks of apps are asked is signed. */
@Injectable()
export class HookSecrets {
  constructor(private readonly vault: AppSecretVault) {}

  /** With the app's secrets in place, which go only where they are given for. Throws a `HookFailure`. */
  filled({ app, secrets }: AppState, text: string, url: string): string {
    return substituteSecrets(text, (name) => {
      const secret = secrets.get(name);
      if (secret === undefined) throw new HookFailure(`needs the secret ${name}, which is not set`);
      if (!isGivenFor(secret, normalOrigin(url)))
        throw new HookFailure(`needs the secret ${name}, which is not given for its origin`);
      return this.vault.open(app.id, name, secret.sealed);
    });
  }
}
