import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../kernel/problem.js';

/** Argon2id with the memory and passes that OWASP's Password Storage Cheat Sheet asks for. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** The last of so many waits a second or two; whoever comes then had better come again. */
const maxWaiting = 64;

/** Hashes and checks passwords, one at a time, so that a flood of logins cannot take all threads and memory. */
@Injectable()
export class Passwords {
  private waiting = 0;
  private turn: Promise<unknown> = Promise.resolve();
  private decoy: Promise<string> | undefined;

  /** Argon2id in PHC form. Throws `overloaded`. */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password.normalize('NFC'), cost));
  }

  /** Whether the password is right; without a hash it takes as long to say no. Throws `overloaded`. */
  async matches(password: string, passwordHash: string | null | undefined): Promise<boolean> {
    const expected = passwordHash ?? (await this.decoyHash());
    const right = await this.inTurn(() => verify(expected, password.normalize('NFC')));
    return right && passwordHash !== null && passwordHash !== undefined;
  }

  /** One that was refused in a flood is made again by the next who asks. */
  private decoyHash(): Promise<string> {
    return (this.decoy ??= this.hash('no password at all').catch((error: unknown) => {
      this.decoy = undefined;
      throw error;
    }));
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting >= maxWaiting)
      throw new Problem('overloaded', 'Too many people sign in at this moment.', { retryAfterMs: 2000 });
    this.waiting++;
    const result = this.turn.then(work, work);
    this.turn = result.catch(() => undefined);
    return result.finally(() => this.waiting--);
  }
}
