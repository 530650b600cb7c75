import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { HookStore } from './hook-store.port.js';
import type { WorkflowHook } from './hook.js';
import { WorkflowHookEntity } from './workflow-hook.entity.js';

@Injectable()
export class TypeormHookStore extends HookStore {
  constructor(private readonly database: Database) {
    super();
  }

  async insert({ verify, ...hook }: WorkflowHook): Promise<void> {
    const columns = { verifyKind: verify?.kind ?? null, verifySecret: verify?.secret ?? null };
    await this.database.write((manager) => manager.insert(WorkflowHookEntity, { ...hook, ...columns }));
  }

  async findByDigest(digests: readonly string[]): Promise<WorkflowHook | undefined> {
    const row = await this.database.manager.findOneBy(WorkflowHookEntity, { digest: In([...digests]) });
    return row === null ? undefined : toHook(row);
  }

  async list(appId: string, workflow: string): Promise<WorkflowHook[]> {
    const where = { appId, workflow };
    return (await this.database.manager.find(WorkflowHookEntity, { where, order: { id: 'DESC' } })).map(
      toHook,
    );
  }

  lock(appId: string): Promise<void> {
    return this.database.takeTurn(`hooks ${appId}`);
  }

  count(appId: string): Promise<number> {
    return this.database.manager.countBy(WorkflowHookEntity, { appId });
  }

  async remove({ id, appId, workflow }: Pick<WorkflowHook, 'id' | 'appId' | 'workflow'>): Promise<boolean> {
    const { affected } = await this.database.write((manager) =>
      manager.delete(WorkflowHookEntity, { id, appId, workflow }),
    );
    return affected === 1;
  }
}

function toHook({ verifyKind: kind, verifySecret: secret, ...hook }: WorkflowHookEntity): WorkflowHook {
  return { ...hook, verify: kind === null || secret === null ? null : { kind, secret } };
}
