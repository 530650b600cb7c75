import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { AttemptStore, type SignInAttempt } from './attempt-store.port.js';
import { SignInAttemptEntity } from './sign-in-attempt.entity.js';

@Injectable()
export class TypeormAttemptStore extends AttemptStore {
  constructor(private readonly database: Database) {
    super();
  }

  async insert(attempt: SignInAttempt, now: number): Promise<void> {
    await this.database.write(async (manager) => {
      await manager.delete(SignInAttemptEntity, { expiresAt: LessThan(now) });
      await manager.insert(SignInAttemptEntity, attempt);
    });
  }

  take(stateDigest: string): Promise<SignInAttempt | undefined> {
    return this.database.write(async (manager) => {
      const attempt = await manager.findOneBy(SignInAttemptEntity, { stateDigest });
      const { affected } = await manager.delete(SignInAttemptEntity, { stateDigest });
      return affected === 1 ? (attempt ?? undefined) : undefined;
    });
  }
}
