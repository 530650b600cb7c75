import { Injectable } from '@nestjs/common';
import { keyOfOwner } from '../../kernel/caller.js';
import { Keyring } from '../../platform/security/keyring.js';
import { Logger } from '../../platform/logging/logger.js';
import type { Credential, Tokens } from './store/credential.js';

const purpose = 'upstream credential';

type Place = Pick<Credential, 'id' | 'serverId' | 'owner' | 'issuer'>;

/** Seals tokens, each for its server, owner and issuer: in another row they do not open. */
@Injectable()
export class TokenVault {
  constructor(
    private readonly keyring: Keyring,
    private readonly logger: Logger,
  ) {}

  seal(place: Place, tokens: Tokens): string {
    return this.keyring.seal(purpose, contextOf(place), JSON.stringify(tokens));
  }

  /** `undefined` when there are none, or none that open any more: the key that they were sealed with is gone. */
  open(credential: Place & Pick<Credential, 'sealed'>): Tokens | undefined {
    if (credential.sealed === undefined) return undefined;
    try {
      return JSON.parse(this.keyring.open(purpose, contextOf(credential), credential.sealed)) as Tokens;
    } catch (error) {
      this.logger.error('upstream-credential.unreadable', { connection: credential.id, error });
      return undefined;
    }
  }
}

function contextOf({ id, serverId, owner, issuer }: Place): string {
  return JSON.stringify([id, serverId, keyOfOwner(owner), issuer]);
}
