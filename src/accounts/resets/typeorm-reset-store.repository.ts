import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { PasswordResetEntity } from './password-reset.entity.js';
import { ResetStore, type StoredReset } from './reset-store.port.js';

@Injectable()
export class TypeormResetStore extends ResetStore {
  constructor(private readonly database: Database) {
    super();
  }

  async replace(reset: StoredReset): Promise<void> {
    await this.database.write(async (manager) => {
      await manager.delete(PasswordResetEntity, { expiresAt: LessThan(reset.createdAt) });
      await manager.delete(PasswordResetEntity, { userId: reset.userId });
      await manager.insert(PasswordResetEntity, reset);
    });
  }

  async find(codeDigest: string): Promise<StoredReset | undefined> {
    return (await this.database.manager.findOneBy(PasswordResetEntity, { codeDigest })) ?? undefined;
  }

  async take(codeDigest: string): Promise<boolean> {
    const result = await this.database.write((manager) =>
      manager.delete(PasswordResetEntity, { codeDigest }),
    );
    return result.affected === 1;
  }

  async removeFor(userId: string): Promise<void> {
    await this.database.write((manager) => manager.delete(PasswordResetEntity, { userId }));
  }

  async removeBy(createdBy: string, accountId: string): Promise<void> {
    await this.database.write((manager) => manager.delete(PasswordResetEntity, { createdBy, accountId }));
  }
}
