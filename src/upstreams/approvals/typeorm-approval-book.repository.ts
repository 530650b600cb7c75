import { Injectable } from '@nestjs/common';
import {
  Brackets,
  In,
  IsNull,
  LessThan,
  LessThanOrEqual,
  MoreThan,
  Not,
  type EntityManager,
  type WhereExpressionBuilder,
} from 'typeorm';
import type { ApprovalTerms } from '../../kernel/approval-way.js';
import { Database } from '../../platform/database/database.js';
import { Signals } from '../../platform/database/signals.js';
import { firstBytes, sumOfBytes } from '../../platform/storage/first-bytes.js';
import { StorageGrowth } from '../../platform/storage/storage-growth.js';
import { storedBytes } from '../../platform/storage/stored-bytes.js';
import type {
  ApprovalDeciders,
  ApprovalStatus,
  DecidingRole,
  KeptApproval,
  NamedCaller,
} from './approval.js';
import {
  ApprovalBook,
  type ApprovalReach,
  type KeptDecision,
  type WaitingLimits,
} from './approval-book.port.js';
import { isOverseer } from './deciders.js';
import { ApprovalEntity } from './approval.entity.js';

/** About what a row takes up beside its texts, with its indexes. */
const rowBytes = 1000;
/** Rows that are removed in one transaction: arguments are long. */
const removedAtOnce = 10;

@Injectable()
export class TypeormApprovalBook extends ApprovalBook {
  constructor(
    private readonly database: Database,
    private readonly signals: Signals,
    private readonly growth: StorageGrowth,
  ) {
    super();
  }

  async open(
    approval: KeptApproval,
    slots: readonly string[],
    limits: WaitingLimits,
  ): Promise<KeptApproval | keyof WaitingLimits> {
    const { accountId, holder, createdAt: now } = approval;
    return this.database.write(async (manager) => {
      await this.database.takeTurn(`approvals ${accountId}`);
      const known = await this.findBySlot(slots, now);
      if (known !== undefined) return known;
      const waiting = { accountId, state: 'waiting', expiresAt: MoreThan(now) } as const;
      if ((await manager.countBy(ApprovalEntity, { ...waiting, holder })) >= limits.perCaller)
        return 'perCaller';
      if ((await manager.countBy(ApprovalEntity, waiting)) >= limits.perAccount) return 'perAccount';
      const row = rowOf(approval);
      await manager.insert(ApprovalEntity, row);
      this.growth.grew('approvalBytes', accountId, row.bytes);
      return approval;
    });
  }

  async find(id: string): Promise<KeptApproval | undefined> {
    const row = await this.database.manager.findOneBy(ApprovalEntity, { id });
    return row === null ? undefined : approvalOf(row);
  }

  async findBySlot(slots: readonly string[], now: number): Promise<KeptApproval | undefined> {
    const row = await this.database.manager.findOneBy(ApprovalEntity, {
      slot: In([...slots]),
      expiresAt: MoreThan(now),
    });
    return row === null ? undefined : approvalOf(row);
  }

  leaveSlot(id: string): Promise<boolean> {
    return this.database.write(async (manager) => {
      const { slot } = (await manager.findOneBy(ApprovalEntity, { id })) ?? { slot: null };
      return slot !== null && this.change(manager, { id, slot }, { slot: null });
    });
  }

  decide(
    id: string,
    { state, note, decidedBy, sealed, deciders }: KeptDecision,
    now: number,
  ): Promise<boolean> {
    const edit = sealed === undefined ? {} : { sealed, isEdited: true };
    const more = textBytes([note, sealed]);
    return this.database.write(async (manager) => {
      const isFirst = await this.change(
        manager,
        { id, state: 'waiting', expiresAt: MoreThan(now) },
        {
          state,
          note,
          decidedBy: JSON.stringify(decidedBy),
          bytes: () => `bytes + ${String(more)}`,
          ...edit,
          ...columnsOf(deciders),
        },
      );
      if (isFirst) await this.signals.send('approval', id);
      return isFirst;
    });
  }

  use(id: string, now: number): Promise<boolean> {
    return this.database.write((manager) =>
      this.change(
        manager,
        { id, state: 'approved', expiresAt: MoreThan(now) },
        { state: 'used', slot: null },
      ),
    );
  }

  async list(
    reach: ApprovalReach,
    { status, now }: { readonly status?: ApprovalStatus | undefined; readonly now: number },
    limit: number,
    before?: string,
  ): Promise<KeptApproval[]> {
    const query = this.database.manager
      .createQueryBuilder(ApprovalEntity, 'approval')
      .where(
        new Brackets((some) => {
          reachedBy(some, reach);
        }),
      )
      .orderBy('approval.id', 'DESC')
      .take(limit);
    if (before !== undefined) query.andWhere('approval.id < :before', { before });
    if (status === 'expired')
      query.andWhere(`approval.state IN ('waiting', 'approved') AND approval.expiresAt <= :now`, { now });
    else if (status === 'waiting' || status === 'approved')
      query.andWhere('approval.state = :status AND approval.expiresAt > :now', { status, now });
    else if (status !== undefined) query.andWhere('approval.state = :status', { status });
    return (await query.getMany()).map(approvalOf);
  }

  async listSettledOfRuns(now: number, limit: number): Promise<KeptApproval[]> {
    const open = { runId: Not(IsNull()), slot: Not(IsNull()) };
    const rows = await this.database.manager.find(ApprovalEntity, {
      where: [
        { ...open, state: In(['approved', 'denied']) },
        { ...open, expiresAt: LessThanOrEqual(now) },
      ],
      order: { id: 'ASC' },
      take: limit,
    });
    return rows.map(approvalOf);
  }

  countWaiting(accountId: string, now: number): Promise<number> {
    return this.database.manager.countBy(ApprovalEntity, {
      ...{ accountId, state: 'waiting', expiresAt: MoreThan(now) },
    });
  }

  measure(accountId: string): Promise<number> {
    return storedBytes(this.database, 'approvals', { accountId });
  }

  async removeOldest(accountId: string, bytes: number, now: number): Promise<number> {
    const found = await this.database.manager
      .createQueryBuilder(ApprovalEntity, 'approval')
      .select(['approval.id', 'approval.bytes'])
      .where('approval.accountId = :accountId', { accountId })
      .andWhere(`(approval.state IN ('used', 'denied') OR approval.expiresAt <= :now)`, { now })
      .andWhere('(approval.runId IS NULL OR approval.slot IS NULL)')
      .orderBy('approval.id')
      .limit(removedAtOnce)
      .getMany();
    const old = firstBytes(found, bytes);
    const ids = old.map(({ id }) => id);
    if (ids.length > 0) await this.database.write((manager) => manager.delete(ApprovalEntity, ids));
    return sumOfBytes(old);
  }

  async removeOld(ended: number, limit: number): Promise<number> {
    const old = await this.database.manager.find(ApprovalEntity, {
      select: { id: true },
      where: { expiresAt: LessThan(ended) },
      take: limit,
    });
    if (old.length > 0)
      await this.database.write((manager) =>
        manager.delete(
          ApprovalEntity,
          old.map(({ id }) => id),
        ),
      );
    return old.length;
  }

  onChange(listener: (id: string | undefined) => void): void {
    this.signals.on('approval', listener);
    this.signals.onGap(() => {
      listener(undefined);
    });
  }

  /** Whether a row was still as it was expected to be. */
  private async change(
    manager: EntityManager,
    expected: Parameters<EntityManager['update']>[1],
    change: Parameters<EntityManager['update']>[2],
  ): Promise<boolean> {
    const { affected } = await manager.update(ApprovalEntity, expected, change);
    return affected === 1;
  }
}

function reachedBy(
  some: WhereExpressionBuilder,
  { accountId, userId = '', holder = '', role, operator = false }: ApprovalReach,
): void {
  some.orWhere(
    'approval.accountId = :accountId AND (approval.holder = :holder OR approval.userId = :userId)',
    { accountId, holder, userId },
  );
  if (role !== undefined && isOverseer(role)) some.orWhere('approval.accountId = :accountId', { accountId });
  else if (role !== undefined)
    // The roles of those that wait are older than the policies may be.
    some.orWhere(
      `approval.accountId = :accountId AND (approval.roles LIKE :role OR approval.state = 'waiting')`,
      { accountId, role: `% ${role} %` },
    );
  if (operator) some.orWhere('approval.isForOperator = :operator', { operator });
}

function columnsOf({ roles, isForOperator, exceptCaller }: ApprovalDeciders) {
  return { isForOperator, exceptCaller, roles: ` ${roles.join(' ')} ` };
}

function rowOf({ deciders, caller, decidedBy, terms, ...rest }: KeptApproval): ApprovalEntity {
  const printed = JSON.stringify(caller);
  return {
    ...rest,
    ...columnsOf(deciders),
    caller: printed,
    terms: terms === null ? null : JSON.stringify(terms),
    bytes: rowBytes + textBytes([rest.sealed, rest.reason, rest.tool, printed]),
    decidedBy: decidedBy === null ? null : JSON.stringify(decidedBy),
  };
}

function approvalOf({
  roles,
  isForOperator,
  exceptCaller,
  caller,
  decidedBy,
  terms,
  bytes: _bytes,
  ...rest
}: ApprovalEntity): KeptApproval {
  return {
    ...rest,
    caller: JSON.parse(caller) as NamedCaller,
    decidedBy: decidedBy === null ? null : (JSON.parse(decidedBy) as NamedCaller),
    terms: terms === null ? null : (JSON.parse(terms) as ApprovalTerms),
    deciders: { roles: roles.split(' ').filter(Boolean) as DecidingRole[], isForOperator, exceptCaller },
  };
}

function textBytes(texts: readonly (string | null | undefined)[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
}
