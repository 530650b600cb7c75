import { Injectable } from '@nestjs/common';
import { In, LessThan, MoreThan } from 'typeorm';
import { Database } from '../../../platform/database/database.js';
import { WorkflowRunEntity } from '../../runs/rows/workflow-run.entity.js';
import { LeaseStore, type LeasedRun, type Lease } from './lease-store.port.js';
import type { OwnedOrder, RunOrder } from './run-order.js';

const claim = `
  UPDATE workflow_runs SET token = $3, status = 'running', "wakeAt" = NULL
  WHERE id = $1 AND dispatch = $2 AND status IN ('running', 'waiting') AND ($4::varchar IS NULL OR token = $4)
  RETURNING id`;

/** Whoever has the run has it no longer. */
const again = (which: string) => `
  UPDATE workflow_runs SET token = NULL, status = 'running', "wakeAt" = NULL, dispatch = dispatch + 1 WHERE ${which}
  RETURNING id AS "runId", dispatch, "accountId"`;

const wake = again(`id = $1 AND status = 'waiting'`);
const renew = again(`id = $1 AND dispatch = $2 AND status = 'running'`);
const wakeDue = again(`id IN (
  SELECT id FROM workflow_runs WHERE status = 'waiting' AND "wakeAt" <= $1
  ORDER BY "wakeAt" LIMIT $2 FOR UPDATE SKIP LOCKED)`);

/** Speaks Postgres: the engine that it belongs to runs on nothing else. */
@Injectable()
export class TypeormLeaseStore extends LeaseStore {
  constructor(private readonly database: Database) {
    super();
  }

  async claim({ runId, dispatch }: RunOrder, token: string, previous?: string): Promise<boolean> {
    return (await this.changed(claim, [runId, dispatch, token, previous ?? null])).length > 0;
  }

  async listHeld(leases: readonly Lease[]): Promise<LeasedRun[]> {
    const tokens = new Map(leases.map(({ runId, token }) => [runId, token]));
    const rows = await this.database.manager.find(WorkflowRunEntity, {
      select: { id: true, token: true, cancelledAt: true },
      where: { id: In([...tokens.keys()]) },
    });
    return rows
      .filter(({ id, token }) => tokens.get(id) === token)
      .map(({ id, cancelledAt }) => ({ id, isCancelled: cancelledAt !== null }));
  }

  async wake(runId: string): Promise<OwnedOrder | undefined> {
    return (await this.changed<OwnedOrder>(wake, [runId]))[0];
  }

  wakeDue(until: number, limit: number): Promise<OwnedOrder[]> {
    return this.changed<OwnedOrder>(wakeDue, [until, limit]);
  }

  async renew({ runId, dispatch }: RunOrder): Promise<OwnedOrder | undefined> {
    return (await this.changed<OwnedOrder>(renew, [runId, dispatch]))[0];
  }

  async listRunning(before: number, after: string, limit: number): Promise<OwnedOrder[]> {
    const rows = await this.database.manager.find(WorkflowRunEntity, {
      select: { id: true, accountId: true, dispatch: true },
      where: { status: 'running', createdAt: LessThan(before), id: MoreThan(after) },
      order: { id: 'ASC' },
      take: limit,
    });
    return rows.map(({ id: runId, accountId, dispatch }) => ({ runId, accountId, dispatch }));
  }

  private async changed<T>(statement: string, parameters: readonly unknown[]): Promise<T[]> {
    const [rows] = await this.database.manager.query<[T[], number]>(statement, [...parameters]);
    return rows;
  }
}
