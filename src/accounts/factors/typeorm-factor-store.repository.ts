import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan, Not } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { AuthenticatorEntity } from './authenticator.entity.js';
import { FactorStore, type StoredFactor } from './factor-store.port.js';
import { PasskeyEntity } from './passkey.entity.js';
import { RecoveryCodeEntity } from './recovery-code.entity.js';

@Injectable()
export class TypeormFactorStore extends FactorStore {
  constructor(private readonly database: Database) {
    super();
  }

  async find(userId: string): Promise<StoredFactor | undefined> {
    return (await this.database.manager.findOneBy(AuthenticatorEntity, { userId })) ?? undefined;
  }

  begin(factor: StoredFactor): Promise<boolean> {
    const { userId } = factor;
    return this.database.write(async (manager) => {
      await manager.delete(AuthenticatorEntity, { userId, confirmedAt: IsNull() });
      await manager
        .createQueryBuilder()
        .insert()
        .into(AuthenticatorEntity)
        .values(factor)
        .orIgnore()
        .updateEntity(false)
        .execute();
      return this.isStored(factor);
    });
  }

  async confirm(
    { userId, sealed }: Pick<StoredFactor, 'userId' | 'sealed'>,
    at: { readonly confirmedAt: number; readonly lastStep: number },
  ): Promise<boolean> {
    const changed = await this.database.write((manager) =>
      manager.update(AuthenticatorEntity, { userId, sealed, confirmedAt: IsNull() }, at),
    );
    return changed.affected === 1;
  }

  async useStep(userId: string, step: number): Promise<boolean> {
    const used = await this.database.write((manager) =>
      manager.update(
        AuthenticatorEntity,
        { userId, confirmedAt: Not(IsNull()), lastStep: LessThan(step) },
        { lastStep: step },
      ),
    );
    return used.affected === 1;
  }

  async useRecovery(userId: string, digests: readonly string[]): Promise<boolean> {
    const used = await this.database.write((manager) =>
      manager.delete(RecoveryCodeEntity, { userId, digest: In(digests) }),
    );
    return used.affected === 1;
  }

  countRecoveryCodes(userId: string): Promise<number> {
    return this.database.manager.countBy(RecoveryCodeEntity, { userId });
  }

  async replaceRecoveryCodes(userId: string, digests: readonly string[]): Promise<void> {
    await this.database.write(async (manager) => {
      await manager.delete(RecoveryCodeEntity, { userId });
      if (digests.length === 0) return;
      await manager.insert(
        RecoveryCodeEntity,
        digests.map((digest) => ({ digest, userId })),
      );
    });
  }

  async removeAuthenticator(userId: string): Promise<void> {
    await this.database.write((manager) => manager.delete(AuthenticatorEntity, { userId }));
  }

  async takeAway(userId: string): Promise<void> {
    await this.database.write(async (manager) => {
      await manager.delete(RecoveryCodeEntity, { userId });
      await manager.delete(AuthenticatorEntity, { userId });
      await manager.delete(PasskeyEntity, { userId });
    });
  }

  private isStored({ userId, sealed }: StoredFactor): Promise<boolean> {
    return this.database.manager.existsBy(AuthenticatorEntity, { userId, sealed });
  }
}
