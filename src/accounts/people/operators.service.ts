import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { newId } from '../../kernel/id.js';
import { Database } from '../../platform/database/database.js';
import { PeopleStore } from './people-store.port.js';
import { everywhere, type Account, type User } from './person.js';

/** The account that runs this gateway, and its first user. */
export interface Operator {
  readonly account: Account;
  readonly user: User;
}

/** Sees to it that there is an operator. */
@Injectable()
export class Operators {
  constructor(
    private readonly people: PeopleStore,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The operator, and whether it was made just now. When another process is faster, its operator is taken. */
  async findOrCreate(): Promise<Operator & { readonly isNew: boolean }> {
    const known = await this.people.findOperator();
    if (known !== undefined) return { ...known, isNew: false };
    try {
      return { ...(await this.database.write(() => this.create())), isNew: true };
    } catch (error) {
      const faster = await this.people.findOperator();
      if (faster === undefined) throw error;
      return { ...faster, isNew: false };
    }
  }

  private async create(): Promise<Operator> {
    const now = this.clock.now();
    const account = { id: newId('acc'), slug: 'operator', name: 'Operator', operator: true };
    const person = { email: 'operator@localhost', realm: everywhere, name: 'Operator' };
    const user = { id: newId('usr'), ...person, passwordHash: null, securedAt: null };
    await this.people.insertAccount(account, now);
    await this.people.insertUser(user, now);
    await this.people.join(account.id, user.id, 'owner', now);
    return { account, user };
  }
}
