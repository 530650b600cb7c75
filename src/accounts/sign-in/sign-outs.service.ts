import { Injectable } from '@nestjs/common';
import { AccessTokens } from '../tokens/access-tokens.service.js';
import { Sessions } from '../sessions/sessions.service.js';

/**
 * Ends what programs of a user got or are about to get, for one account or for all: logins that are approved but have no token yet, and what
 * was granted until it is taken back. Joins the transaction that is open.
 */
type EndLogins = (userId: string, accountId?: string) => Promise<void>;

/** Ends what somebody is signed in with, and what is on its way to become that. All of it joins the transaction that is open. */
@Injectable()
export class SignOuts {
  private readonly endings: EndLogins[] = [];

  constructor(
    private readonly sessions: Sessions,
    private readonly tokens: AccessTokens,
  ) {}

  /** Logins and grants of programs are kept by a module that this one does not know. */
  endLoginsWith(endLogins: EndLogins): void {
    this.endings.push(endLogins);
  }

  /** Browsers, and what programs were granted in them; tokens that a person took over by hand stay. */
  async fromBrowsers(userId: string): Promise<void> {
    await this.sessions.endAllOf(userId);
    await this.endLogins(userId);
  }

  async fromEverything(userId: string): Promise<void> {
    await this.fromBrowsers(userId);
    await this.tokens.revokeOfUser(userId);
  }

  async fromAccount(userId: string, accountId: string): Promise<void> {
    await this.endLogins(userId, accountId);
    await this.sessions.leaveAccount(userId);
    await this.tokens.revokeOfUser(userId, accountId);
  }

  private async endLogins(userId: string, accountId?: string): Promise<void> {
    for (const end of this.endings) await end(userId, accountId);
  }
}
