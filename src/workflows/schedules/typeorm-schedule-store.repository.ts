import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, type FindOptionsWhere } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import type { WorkflowSchedule } from '../definition/workflow-schedule.js';
import {
  ScheduleStore,
  type ScheduleChange,
  type ScheduleName,
  type ScheduleProblem,
  type StoredSchedule,
} from './schedule-store.port.js';
import { WorkflowScheduleEntity } from './workflow-schedule.entity.js';

@Injectable()
export class TypeormScheduleStore extends ScheduleStore {
  constructor(private readonly database: Database) {
    super();
  }

  async find({ appId, workflow }: ScheduleName): Promise<StoredSchedule | undefined> {
    const row = await this.database.manager.findOneBy(WorkflowScheduleEntity, { appId, workflow });
    return row === null ? undefined : toSchedule(row);
  }

  async listOfApp(appId: string): Promise<StoredSchedule[]> {
    return (await this.database.manager.findBy(WorkflowScheduleEntity, { appId })).map(toSchedule);
  }

  async listDue(now: number, limit: number): Promise<StoredSchedule[]> {
    const rows = await this.database.manager.find(WorkflowScheduleEntity, {
      where: { wakeAt: LessThanOrEqual(now) },
      order: { wakeAt: 'ASC' },
      take: limit,
    });
    return rows.map(toSchedule);
  }

  async insert({ appId, workflow, revision, ...rest }: StoredSchedule): Promise<void> {
    await this.database.write((manager) =>
      manager.insert(WorkflowScheduleEntity, { appId, workflow, revision, ...toColumns(rest) }),
    );
  }

  async update({ appId, workflow }: ScheduleName, change: ScheduleChange): Promise<void> {
    await this.change({ appId, workflow }, change);
  }

  async updateSeen({ appId, workflow, revision }: StoredSchedule, change: ScheduleChange): Promise<boolean> {
    return (await this.change({ appId, workflow, revision }, change)) === 1;
  }

  async remove({ appId, workflow }: ScheduleName): Promise<void> {
    await this.database.write((manager) => manager.delete(WorkflowScheduleEntity, { appId, workflow }));
  }

  private async change(
    where: FindOptionsWhere<WorkflowScheduleEntity>,
    change: ScheduleChange,
  ): Promise<number> {
    const { affected } = await this.database.write((manager) =>
      manager.update(WorkflowScheduleEntity, where, {
        ...toColumns(change),
        revision: () => '"revision" + 1',
      }),
    );
    return affected ?? 0;
  }
}

function toColumns({ schedule, queue, problem, ...change }: ScheduleChange): Partial<WorkflowScheduleEntity> {
  return {
    ...change,
    ...(schedule === undefined ? {} : { schedule: schedule === null ? null : JSON.stringify(schedule) }),
    ...(queue === undefined ? {} : { queue: JSON.stringify(queue) }),
    ...(problem === undefined ? {} : { problem: problem === null ? null : JSON.stringify(problem) }),
  };
}

function toSchedule({ schedule, queue, problem, ...row }: WorkflowScheduleEntity): StoredSchedule {
  return {
    ...row,
    schedule: schedule === null ? null : (JSON.parse(schedule) as WorkflowSchedule),
    queue: JSON.parse(queue) as number[],
    problem: problem === null ? null : (JSON.parse(problem) as ScheduleProblem),
  };
}
