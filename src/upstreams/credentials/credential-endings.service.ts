import { Injectable } from '@nestjs/common';
import { Logger } from '../../platform/logging/logger.js';
import { Credentials } from './credentials.service.js';
import { DeclaredServers } from './declared-servers.service.js';
import { authedOf, type AuthedServer } from './dialogue/auth-place.js';
import { CredentialStore } from './store/credential-store.port.js';
import type { Credential } from './store/credential.js';
import { TokenSources } from './renewing/token-sources.service.js';

/** Ends credentials: here at once, and at their authorization server as far as it can be had. */
@Injectable()
export class CredentialEndings {
  constructor(
    private readonly store: CredentialStore,
    private readonly declared: DeclaredServers,
    private readonly sources: TokenSources,
    private readonly credentials: Credentials,
    private readonly logger: Logger,
  ) {}

  async end(credential: Credential): Promise<void> {
    if (!(await this.store.remove(credential.id))) return;
    this.credentials.changed('needs_auth', credential);
    await this.giveBack(credential, await this.serverOf(credential));
  }

  /** The rows of an app go away with it, and so do the declarations: what is needed to give back its tokens is looked up before. */
  async beforeRemovalOf(appId: string): Promise<() => void> {
    const found = await this.store.listOfApp(appId);
    const ends = await Promise.all(
      found.map(async (credential) => {
        const asked = await this.serverOf(credential);
        return () => this.giveBack(credential, asked);
      }),
    );
    return () => {
      for (const credential of found) this.credentials.changed('needs_auth', credential);
      void oneAfterTheOther(ends);
    };
  }

  /** `undefined`: it is not declared any more, or not so that it could be asked. */
  private async serverOf(credential: Credential): Promise<AuthedServer | undefined> {
    try {
      const server = await this.declared.find(credential);
      return server === undefined ? undefined : authedOf(server);
    } catch (error) {
      this.notRevoked(credential, error);
      return undefined;
    }
  }

  private async giveBack(credential: Credential, asked: AuthedServer | undefined): Promise<void> {
    try {
      if (asked !== undefined) await this.sources.revoke(asked, credential);
    } catch (error) {
      this.notRevoked(credential, error);
    }
  }

  private notRevoked({ id }: Credential, error: unknown): void {
    this.logger.warn('upstream-credential.not-revoked', { connection: id, error });
  }
}

async function oneAfterTheOther(steps: readonly (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step();
}
