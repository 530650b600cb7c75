import { Injectable } from '@nestjs/common';
import { Equal, In, LessThan, MoreThan } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { PasskeyChallengeEntity } from './passkey-challenge.entity.js';
import { PasskeyStore, type StoredPasskey } from './passkey-store.port.js';
import { PasskeyEntity } from './passkey.entity.js';

@Injectable()
export class TypeormPasskeyStore extends PasskeyStore {
  constructor(private readonly database: Database) {
    super();
  }

  insert(passkey: StoredPasskey): Promise<boolean> {
    return this.database.write(async (manager) => {
      await manager
        .createQueryBuilder()
        .insert()
        .into(PasskeyEntity)
        .values({ ...passkey, transports: [...passkey.transports] })
        .orIgnore()
        .updateEntity(false)
        .execute();
      return manager.existsBy(PasskeyEntity, { id: passkey.id });
    });
  }

  async find(credentialId: string): Promise<StoredPasskey | undefined> {
    return (await this.database.manager.findOneBy(PasskeyEntity, { credentialId })) ?? undefined;
  }

  listOf(userId: string): Promise<StoredPasskey[]> {
    return this.database.manager.find(PasskeyEntity, {
      where: { userId },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  async use(id: string, counter: number, at: number): Promise<boolean> {
    const before = counter === 0 ? Equal(0) : LessThan(counter);
    const used = await this.database.write((manager) =>
      manager.update(PasskeyEntity, { id, counter: before }, { counter, lastUsedAt: at }),
    );
    return used.affected === 1;
  }

  async remove(userId: string, id: string): Promise<boolean> {
    const removed = await this.database.write((manager) => manager.delete(PasskeyEntity, { userId, id }));
    return removed.affected === 1;
  }

  async openChallenge(digest: string, expiresAt: number, now: number): Promise<void> {
    await this.database.write(async (manager) => {
      await manager.delete(PasskeyChallengeEntity, { expiresAt: LessThan(now) });
      await manager.insert(PasskeyChallengeEntity, { digest, expiresAt });
    });
  }

  async closeChallenge(digests: readonly string[], now: number): Promise<boolean> {
    const closed = await this.database.write((manager) =>
      manager.delete(PasskeyChallengeEntity, { digest: In(digests), expiresAt: MoreThan(now) }),
    );
    return closed.affected === 1;
  }
}
