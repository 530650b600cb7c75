import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { InvitationStore, type Invitation } from './invitation-store.port.js';
import { InvitationEntity } from './invitation.entity.js';

@Injectable()
export class TypeormInvitationStore extends InvitationStore {
  constructor(private readonly database: Database) {
    super();
  }

  async replace(invitation: Invitation): Promise<void> {
    const { accountId, email, newAccountName, createdAt } = invitation;
    await this.database.write(async (manager) => {
      await this.database.takeTurn(`invitations ${accountId}`);
      await manager.delete(InvitationEntity, { expiresAt: LessThan(createdAt) });
      await manager.delete(InvitationEntity, {
        ...{ accountId, email },
        newAccountName: newAccountName === null ? IsNull() : Not(IsNull()),
      });
      await manager.insert(InvitationEntity, invitation);
    });
  }

  async find(codeDigest: string): Promise<Invitation | undefined> {
    return (await this.database.manager.findOneBy(InvitationEntity, { codeDigest })) ?? undefined;
  }

  async findById(id: string): Promise<Invitation | undefined> {
    return (await this.database.manager.findOneBy(InvitationEntity, { id })) ?? undefined;
  }

  listOf(
    { accountId, now }: { readonly accountId: string; readonly now: number },
    limit: number,
    after?: string,
  ): Promise<Invitation[]> {
    return this.database.manager.find(InvitationEntity, {
      where: { accountId, expiresAt: MoreThan(now), ...(after === undefined ? {} : { id: LessThan(after) }) },
      order: { id: 'DESC' },
      take: limit,
    });
  }

  countOf(accountId: string, now: number): Promise<number> {
    return this.database.manager.countBy(InvitationEntity, { accountId, expiresAt: MoreThan(now) });
  }

  async take(id: string): Promise<boolean> {
    const result = await this.database.write((manager) => manager.delete(InvitationEntity, { id }));
    return result.affected === 1;
  }
}
