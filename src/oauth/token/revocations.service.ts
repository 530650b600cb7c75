import { Injectable } from '@nestjs/common';
import type { Origin } from '../../accounts/audit/audit.service.js';
import { AccessTokens } from '../../accounts/tokens/access-tokens.service.js';
import { Database } from '../../platform/database/database.js';
import { Keyring } from '../../platform/security/keyring.js';
import { handlePurpose } from '../grants/grant-openings.service.js';
import { ProgramGrants } from '../grants/program-grants.service.js';
import { ProgramGrantStore } from '../grants/program-grant-store.port.js';
import { readRefreshToken } from '../grants/refresh-token.js';

/**
 * Ends tokens that their programs give back (RFC 7009). To have a token is enough to end it: a program that is not known any more, or whose
 * document cannot be had, must be able to.
 */
@Injectable()
export class Revocations {
  constructor(
    private readonly store: ProgramGrantStore,
    private readonly grants: ProgramGrants,
    private readonly tokens: AccessTokens,
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  /** A refresh token ends its grant, an access token itself. Nothing happens for any other text, nor when it belongs to another client than `clientId`. */
  async revoke(token: string, clientId: string | undefined, origin: Origin): Promise<void> {
    const parts = readRefreshToken(token);
    if (parts === undefined) return this.revokeAccess(token, clientId);
    const family = await this.store.findFamily(this.keyring.digests(handlePurpose, parts.handle));
    if (family === undefined) return;
    await this.database.write(async () => {
      const grant = await this.store.lock(family.grantId);
      if (grant === undefined || (clientId !== undefined && grant.program.id !== clientId)) return;
      await this.grants.end(grant, { by: 'program' }, origin);
    });
  }

  private async revokeAccess(token: string, clientId: string | undefined): Promise<void> {
    if (!token.startsWith('gto_')) return;
    const principal = await this.tokens.verify(token);
    if (principal?.kind !== 'user' || principal.grant === undefined) return;
    const { accountId, userId, tokenId, grant: binding } = principal;
    const grant = await this.store.find(binding.grantId);
    if (clientId !== undefined && grant?.program.id !== clientId) return;
    await this.tokens.revoke(tokenId, { accountId, userId }).catch(() => undefined);
  }
}
