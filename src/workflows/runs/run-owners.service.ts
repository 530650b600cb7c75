import { Injectable } from '@nestjs/common';
import { AccessTokens } from '../../accounts/tokens/access-tokens.service.js';
import type { AppState } from '../../apps/document/app.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { RunOwner } from './run.js';

/** As whom runs act that nobody begins. */
@Injectable()
export class RunOwners {
  constructor(private readonly tokens: AccessTokens) {}

  /** The app itself, or the key of the app that has this name or id: the newest, of several. Throws `trigger-key-not-found`. */
  async ofTrigger({ app }: AppState, asKey: string | undefined): Promise<RunOwner> {
    if (asKey === undefined) return { tokenId: app.id, userId: null };
    const keys = await this.tokens.listOfApp(app.accountId, app.id);
    const key = keys.find(({ id }) => id === asKey) ?? keys.find(({ name }) => name === asKey);
    if (key === undefined)
      throw new Problem('trigger-key-not-found', `The app has no live key "${asKey}" (asKey).`);
    return { tokenId: key.id, userId: null };
  }
}
