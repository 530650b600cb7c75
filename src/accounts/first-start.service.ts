import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import { newId } from '../kernel/id.js';
import { scopes } from '../kernel/principal.js';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { AccessTokens } from './access-tokens.service.js';
import { PeopleStore } from './people-store.port.js';
import type { Account, User } from './person.js';
import { Setup } from './setup.service.js';

/** What a fresh gateway tells on its console, once. */
export interface Banner {
  /** A user token of the operator, made because there was no other way in. */
  readonly token?: string;
  /** Where the operator sets e-mail address and password. */
  readonly setupUrl?: string;
}

interface Operator {
  readonly account: Account;
  readonly user: User;
}

/** Before anything is served: sees to it that there is an operator, and that the operator has a way in. */
@Injectable()
export class FirstStart implements OnModuleInit {
  private token: string | undefined;
  private setupCode: string | undefined;

  constructor(
    private readonly people: PeopleStore,
    private readonly tokens: AccessTokens,
    private readonly setup: Setup,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    const { account, user } = (await this.people.findOperator()) ?? (await this.found());
    const holder = { accountId: account.id, userId: user.id, scopes };
    await this.tokens.keepBootstrapToken({ ...holder, name: 'BOOTSTRAP_TOKEN' });
    this.setupCode = await this.setup.prepare(user);
  }

  /** What is to be told; afterwards nothing is. Call it when the port is known. */
  takeBanner(): Banner {
    const { token, setupCode } = this;
    this.token = undefined;
    this.setupCode = undefined;
    return {
      ...(token === undefined ? {} : { token }),
      ...(setupCode === undefined ? {} : { setupUrl: `${this.config.publicUrl}/setup?code=${setupCode}` }),
    };
  }

  /** Makes the operator; when another process is faster, its operator is taken. */
  private async found(): Promise<Operator> {
    try {
      return await this.database.write(() => this.create());
    } catch (error) {
      this.token = undefined;
      const operator = await this.people.findOperator();
      if (operator === undefined) throw error;
      return operator;
    }
  }

  private async create(): Promise<Operator> {
    const now = this.clock.now();
    const account = { id: newId('acc'), slug: 'operator', name: 'Operator', operator: true };
    const user = { id: newId('usr'), email: 'operator@localhost', name: 'Operator', passwordHash: null };
    await this.people.insertAccount(account, now);
    await this.people.insertUser(user, now);
    await this.people.join(account.id, user.id, 'owner', now);
    if (this.config.values.BOOTSTRAP_TOKEN === undefined) {
      const holder = { accountId: account.id, userId: user.id, scopes };
      const { text } = await this.tokens.issueToUser({
        ...holder,
        source: 'first-start',
        name: 'First start',
      });
      this.token = text;
    }
    return { account, user };
  }
}
