import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../../kernel/problems/problem.js';

/** Memory in KiB, passes and lanes of Argon2id (RFC 9106 §3.1). */
export interface Argon2Cost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** The minimum of OWASP's Password Storage Cheat Sheet. */
export const owaspArgon2Cost: Argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Provider token of the `Argon2Cost` of new hashes: `owaspArgon2Cost`; tests provide a cheaper one. */
export const argon2Cost = Symbol('argon2Cost');

/** The last of so many waits a second or two; whoever comes then had better come again. */
const maxWaiting = 64;

/** Work that is done one at a time, so that a flood of it cannot take all threads and memory. */
class Line {
  private waiting = 0;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly full: string) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting >= maxWaiting) throw new Problem('overloaded', this.full, { retryAfterMs: 2000 });
    this.waiting++;
    const result = this.turn.then(work, work);
    this.turn = result.catch(() => undefined);
    return result.finally(() => this.waiting--);
  }
}

/** Hashes and checks passwords. People who sign in stand in a line of their own: whatever else is done with passwords does not hold them up. */
@Injectable()
export class Passwords {
  private readonly lines = {
    signIn: new Line('Too many people sign in at this moment.'),
    change: new Line('Too many passwords are set at this moment.'),
  };
  private decoy: Promise<string> | undefined;

  constructor(@Inject(argon2Cost) private readonly cost: Argon2Cost) {}

  /** Argon2id in PHC form. Throws `overloaded`. */
  hash(password: string, line: keyof Passwords['lines'] = 'change'): Promise<string> {
    return this.lines[line].run(() => hash(password.normalize('NFC'), this.cost));
  }

  /** Whether the password is right; without a hash it takes as long to say no. Throws `overloaded`. */
  async matches(
    password: string,
    passwordHash: string | null | undefined,
    line: keyof Passwords['lines'] = 'signIn',
  ): Promise<boolean> {
    const expected = passwordHash ?? (await this.decoyHash());
    const right = await this.lines[line].run(() => verify(expected, password.normalize('NFC')));
    return right && passwordHash !== null && passwordHash !== undefined;
  }

  /** One that was refused in a flood is made again by the next who asks. */
  private decoyHash(): Promise<string> {
    return (this.decoy ??= this.hash('no password at all', 'signIn').catch((error: unknown) => {
      this.decoy = undefined;
      throw error;
    }));
  }
}
