import { DataSource, type Driver, type QueryRunner, type ReplicationMode } from 'typeorm';
import { Problem } from '../../kernel/problems/problem.js';
import { databaseFailureOf } from './database-failure.js';
import { Outage } from './outage.js';
import { boundedStart } from './time-limits.js';

/** What TypeORM's runner for Postgres can do beside: give a connection back as broken. */
interface PoolRunner extends QueryRunner {
  releasePostgresConnection?(error: Error): Promise<void>;
}

/** TypeORM's driver for SQLite keeps the one runner, which counts open transactions. */
interface OneRunnerDriver {
  queryRunner?: QueryRunner | undefined;
}

/**
 * The one place where trouble with the database becomes `database-unavailable`: whatever TypeORM does, it does through a runner of this
 * source. A Postgres that is away costs the first callers a time-out; until it is back all others are refused at once.
 */
export class GuardedDataSource extends DataSource {
  readonly outage = new Outage();
  private readonly guarded = new WeakSet<QueryRunner>();

  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    const runner = super.createQueryRunner(mode);
    // SQLite has one runner for all.
    if (!this.guarded.has(runner)) this.guard(runner);
    return runner;
  }

  private guard(runner: PoolRunner): void {
    this.guarded.add(runner);
    const connect = runner.connect.bind(runner) as () => Promise<unknown>;
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
    let admitted = false;
    runner.connect = () => {
      admitted ||= this.outage.admits();
      return admitted ? connect() : Promise.reject(unavailable());
    };
    runner.query = async (...args: unknown[]): Promise<never> => {
      try {
        const result = await query(...bounded(args));
        this.outage.ended();
        return result as never;
      } catch (error) {
        throw await this.translate(error, runner);
      }
    };
    const rollback = runner.rollbackTransaction.bind(runner);
    runner.rollbackTransaction = () =>
      rollback().catch((error: unknown) => {
        this.forget(runner);
        throw error;
      });
  }

  /**
   * SQLite ends a transaction by itself when the disk fails it. The runner cannot roll that back and takes it for open ever after: what
   * is written by it would be part of a transaction that nobody commits.
   */
  private forget(runner: QueryRunner): void {
    const driver: Driver & OneRunnerDriver = this.driver;
    if (driver.queryRunner === runner) driver.queryRunner = undefined;
  }

  /** A connection that was lost, or whose answer did not come, must not go back to the pool. */
  private async translate(error: unknown, runner: PoolRunner): Promise<unknown> {
    if (error instanceof Problem) return error;
    const failure = databaseFailureOf(error);
    if (failure === 'lost') {
      this.outage.began(error);
      await runner.releasePostgresConnection?.(error as Error);
    } else this.outage.ended();
    return failure === undefined ? error : unavailable(error);
  }
}

function bounded(args: unknown[]): unknown[] {
  return args[0] === 'START TRANSACTION' ? [boundedStart] : args;
}

function unavailable(cause?: unknown): Problem {
  return new Problem('database-unavailable', undefined, { retryAfterMs: 1000, cause });
}
