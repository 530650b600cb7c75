import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual } from 'typeorm';
import { Database } from '../../../platform/database/database.js';
import { ApprovalStore } from './approval-store.port.js';
import { UsedApprovalEntity } from './used-approval.entity.js';

@Injectable()
export class TypeormApprovalStore extends ApprovalStore {
  constructor(private readonly database: Database) {
    super();
  }

  async use(ids: readonly string[], expiresAt: number, now: number): Promise<boolean> {
    try {
      await this.database.write(async (manager) => {
        await manager.delete(UsedApprovalEntity, { expiresAt: LessThanOrEqual(now) });
        await manager.insert(
          UsedApprovalEntity,
          ids.map((id) => ({ id, expiresAt })),
        );
      });
      return true;
    } catch (error) {
      const used = await this.database.manager.existsBy(UsedApprovalEntity, { id: In(ids) });
      if (!used) throw error;
      return false;
    }
  }
}
