import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../kernel/pacing/clock.js';
import { Keyring } from '../../platform/security/keyring.js';
import { PeopleStore } from '../people/people-store.port.js';
import type { User } from '../people/person.js';

const purpose = 'sign-in ticket';
const livesMs = 600_000;

const Ticket = z.object({ userId: z.string(), at: z.number(), next: z.string() });

/** Somebody whose password was right, and where they want to go. */
export interface HalfSignedIn {
  readonly user: User;
  readonly next: string;
}

/** What a browser holds between the password and the code: sealed, good for ten minutes, and no longer than that password. */
@Injectable()
export class SignInTickets {
  constructor(
    private readonly people: PeopleStore,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  issue({ user, next }: HalfSignedIn): string {
    return this.keyring.seal(purpose, '', JSON.stringify({ userId: user.id, at: this.clock.now(), next }));
  }

  async open(ticket: string): Promise<HalfSignedIn | undefined> {
    const opened = this.read(ticket);
    if (opened === undefined || this.clock.now() >= opened.at + livesMs) return undefined;
    const user = await this.people.findUser(opened.userId);
    return user === undefined || (user.securedAt ?? 0) > opened.at ? undefined : { user, next: opened.next };
  }

  private read(ticket: string): z.infer<typeof Ticket> | undefined {
    try {
      return Ticket.parse(JSON.parse(this.keyring.open(purpose, '', ticket)));
    } catch {
      return undefined;
    }
  }
}
