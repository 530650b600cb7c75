import { Injectable } from '@nestjs/common';
import { AccessTokens } from '../tokens/access-tokens.service.js';
import { Sessions } from './sessions.service.js';

/** Ends logins of a user that are approved but have no token yet, for one account or for all. Joins the transaction that is open. */
type EndLogins = (userId: string, accountId?: string) => Promise<void>;

/** Ends what somebody is signed in with, and what is on its way to become that. All of it joins the transaction that is open. */
@Injectable()
export class SignOuts {
  private endLogins: EndLogins = () => Promise.resolve();

  constructor(
    private readonly sessions: Sessions,
    private readonly tokens: AccessTokens,
  ) {}

  /** Device logins are kept by a module that this one does not know. */
  endLoginsWith(endLogins: EndLogins): void {
    this.endLogins = endLogins;
  }

  /** Browsers; programs stay signed in. */
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
    await this.tokens.revokeOfUser(userId, accountId);
  }
}
