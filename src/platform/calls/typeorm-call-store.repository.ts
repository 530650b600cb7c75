import { Injectable } from '@nestjs/common';
import { Brackets, In, LessThan } from 'typeorm';
import { Database } from '../database/database.js';
import { firstBytes, sumOfBytes } from '../storage/first-bytes.js';
import { StorageGrowth } from '../storage/storage-growth.js';
import { storedBytes } from '../storage/stored-bytes.js';
import { blocksOf, byAge, callsIn, longestSpanMs, markOf } from './call-block.js';
import { CallBlockEntity } from './call-block.entity.js';
import {
  CallStore,
  type CallBlock,
  type CallPosition,
  type KeptCall,
  type PrintedCall,
} from './call-store.port.js';

/** So many blocks are read or removed before it is others' turn. */
const blocksAtOnce = 4;
/** So many blocks are searched for the calls of a person before it is others' turn. */
const scannedAtOnce = 16;
/** How many times as long as it has worked an erasure rests. */
const restsPerWork = 4;
/** Marks of a day are looked through before it is others' turn. */
const windowMs = 86_400_000;
const columns = ['id', 'accountId', 'firstAt', 'lastAt', 'data'] as const;

/** Where a block is among those of its account: behind it are those whose newest call is older. */
type BlockPosition = Pick<CallBlockEntity, 'id' | 'lastAt'>;

/** Both databases have numbers of their own. */
interface SeenBlock {
  readonly id: string;
  readonly lastAt: number | string;
  readonly isNamed: number | string;
}

@Injectable()
export class TypeormCallStore extends CallStore {
  constructor(
    private readonly database: Database,
    private readonly growth: StorageGrowth,
  ) {
    super();
  }

  /** One transaction: what costs is the commit. In between it is others' turn. */
  async append(blocks: readonly CallBlock[]): Promise<void> {
    await this.database.writeAlone(async (manager) => {
      for (const block of blocks) {
        await manager
          .createQueryBuilder()
          .insert()
          .into(CallBlockEntity)
          .values(block)
          .orIgnore()
          .updateEntity(false)
          .execute();
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    for (const { accountId, bytes } of blocks) this.growth.grew('callLogBytes', accountId, bytes);
  }

  measure(accountId: string): Promise<number> {
    return storedBytes(this.database, 'call_blocks', { accountId });
  }

  async removeOldest(accountId: string, bytes: number): Promise<number> {
    const found = await this.database.manager.find(CallBlockEntity, {
      select: { id: true, bytes: true },
      where: { accountId },
      order: { lastAt: 'ASC' },
      take: blocksAtOnce,
    });
    const oldest = firstBytes(found, bytes);
    await this.removeBlocks(oldest);
    return sumOfBytes(oldest);
  }

  async find(accountId: string, requestId: string, since: number): Promise<KeptCall | undefined> {
    let until = Infinity;
    for (;;) {
      const newest = await this.blocks(accountId, since, until, 1, ['id', 'lastAt']);
      const [{ lastAt } = { lastAt: undefined }] = newest;
      if (lastAt === undefined) return undefined;
      const from = Math.max(since, lastAt - windowMs);
      const marked = await this.marked(accountId, requestId, from, until);
      for (const { id } of marked) {
        const block = await this.database.manager.findOneBy(CallBlockEntity, { id });
        const calls = block === null ? [] : callsIn(block, block.contents);
        const found = calls.findLast((call) => call.requestId === requestId && call.at >= since);
        if (found !== undefined) return found;
      }
      until = from;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Blocks overlap in time. What is newer than all that is in blocks not yet read comes first. */
  async list(
    accountId: string,
    since: number,
    until: number,
    limit: number,
    before: CallPosition | undefined,
  ): Promise<KeptCall[]> {
    const found: KeptCall[] = [];
    const end = Math.min(until, before === undefined ? Infinity : before.at + 1);
    const isMeant = (call: KeptCall) =>
      call.at >= since && call.at < until && (before === undefined || byAge(call, before) < 0);
    let behind: BlockPosition | undefined;
    for (;;) {
      const blocks = await this.blocks(
        accountId,
        since,
        end + longestSpanMs,
        blocksAtOnce,
        columns,
        end,
        behind,
      );
      behind = blocks.at(-1);
      for (const block of blocks) found.push(...callsIn(block).filter(isMeant));
      const isAll = blocks.length < blocksAtOnce;
      const settled = isAll ? found.length : found.filter(({ at }) => at > (behind?.lastAt ?? 0)).length;
      if (isAll || settled >= limit) return found.sort((a, b) => byAge(b, a)).slice(0, limit);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /**
   * Newest first, from the newest block that there is when it begins: what is written meanwhile is newer. It works a small part of the time,
   * so that others hardly notice.
   */
  async removeOf(accountId: string, userIds: readonly string[], signal?: AbortSignal): Promise<void> {
    if (userIds.length === 0) return;
    for (let behind: BlockPosition | undefined; ;) {
      signal?.throwIfAborted();
      const began = performance.now();
      const seen = await this.seenFor(accountId, userIds, behind);
      for (const { id, isNamed } of seen) {
        signal?.throwIfAborted();
        if (Number(isNamed) === 1) await this.removeFrom(id, userIds);
      }
      const last = seen.at(-1);
      if (last === undefined || seen.length < scannedAtOnce) return;
      behind = { id: last.id, lastAt: Number(last.lastAt) };
      await new Promise((resolve) => setTimeout(resolve, restsPerWork * (performance.now() - began)));
    }
  }

  async removeBefore(before: number): Promise<boolean> {
    const found = await this.database.manager.find(CallBlockEntity, {
      select: { id: true },
      where: { lastAt: LessThan(before) },
      order: { lastAt: 'ASC' },
      take: blocksAtOnce,
    });
    await this.removeBlocks(found);
    return found.length > 0;
  }

  /** What SQLite deletes it writes over (`secure_delete`), but its log still holds it until that is emptied. */
  async forget(): Promise<void> {
    if (this.database.isPostgres) return;
    await this.database.between((manager) => manager.query('PRAGMA wal_checkpoint(TRUNCATE)'));
  }

  private async removeBlocks(blocks: readonly Pick<CallBlockEntity, 'id'>[]): Promise<void> {
    if (blocks.length === 0) return;
    const ids = blocks.map(({ id }) => id);
    await this.database.write((manager) => manager.delete(CallBlockEntity, { id: In(ids) }));
  }

  /** Those whose newest call is from between `since` and `until`, newest first; begun before `end`, behind another. */
  private blocks(
    accountId: string,
    since: number,
    until: number,
    limit: number,
    selected: readonly (keyof CallBlockEntity)[],
    end = Infinity,
    behind?: BlockPosition,
  ): Promise<CallBlockEntity[]> {
    const query = this.database.manager
      .createQueryBuilder(CallBlockEntity, 'block')
      .select(selected.map((name) => `block.${name}`))
      .where('block.accountId = :accountId AND block.lastAt >= :since AND block.lastAt < :until', {
        ...{ accountId, since },
        until: Math.min(until, Number.MAX_SAFE_INTEGER),
      })
      .andWhere('block.firstAt < :end', { end: Math.min(end, Number.MAX_SAFE_INTEGER) })
      .orderBy('block.lastAt', 'DESC')
      .addOrderBy('block.id', 'DESC')
      .limit(limit);
    if (behind !== undefined) query.andWhere(isBehind(behind));
    return query.getMany();
  }

  /** Some blocks of the account behind another, and whether one of these people may have a call in it. */
  private seenFor(
    accountId: string,
    userIds: readonly string[],
    behind: BlockPosition | undefined,
  ): Promise<SeenBlock[]> {
    const isNamed = userIds.map((_, index) => `block.data LIKE :user${String(index)}`).join(' OR ');
    const query = this.database.manager
      .createQueryBuilder(CallBlockEntity, 'block')
      .select('block.id', 'id')
      .addSelect('block.lastAt', 'lastAt')
      .addSelect(`CASE WHEN ${isNamed} THEN 1 ELSE 0 END`, 'isNamed')
      .where('block.accountId = :accountId', { accountId })
      .setParameters(
        Object.fromEntries(
          // Within a text of somebody, such as the name of a program, its quotation marks would have backslashes.
          userIds.map((userId, index) => [`user${String(index)}`, `%"userId":${JSON.stringify(userId)}%`]),
        ),
      )
      .orderBy('block.lastAt', 'DESC')
      .addOrderBy('block.id', 'DESC')
      .limit(scannedAtOnce);
    if (behind !== undefined) query.andWhere(isBehind(behind));
    return query.getRawMany<SeenBlock>();
  }

  private marked(
    accountId: string,
    requestId: string,
    from: number,
    until: number,
  ): Promise<BlockPosition[]> {
    return this.database.manager
      .createQueryBuilder(CallBlockEntity, 'block')
      .select(['block.id', 'block.lastAt'])
      .where('block.accountId = :accountId AND block.lastAt >= :from AND block.lastAt < :until', {
        ...{ accountId, from },
        until: Math.min(until, Number.MAX_SAFE_INTEGER),
      })
      .andWhere('block.marks LIKE :mark', { mark: `%${markOf(requestId)}%` })
      .orderBy('block.lastAt', 'DESC')
      .addOrderBy('block.id', 'DESC')
      .getMany();
  }

  /** What is left of a block stays in its place. One without a call of theirs is not written. */
  private async removeFrom(id: string, userIds: readonly string[]): Promise<void> {
    const isTheirs = (call: KeptCall) => userIds.includes(userOf(call) ?? '');
    const { manager } = this.database;
    const select = { id: true, accountId: true, firstAt: true, data: true } as const;
    const outlined = await manager.findOne(CallBlockEntity, { select, where: { id } });
    if (outlined === null || !callsIn(outlined).some(isTheirs)) return;
    await this.database.write(async (writing) => {
      const block = await writing.findOneBy(CallBlockEntity, { id });
      if (block === null) return;
      const others = callsIn(block, block.contents).filter((call) => !isTheirs(call));
      const [first, ...further] = blocksOf(others.map(printed));
      if (first === undefined) await writing.delete(CallBlockEntity, { id });
      else await writing.update(CallBlockEntity, { id }, { ...first, id });
      if (further.length > 0) await writing.insert(CallBlockEntity, further);
    });
  }
}

function isBehind(behind: BlockPosition): Brackets {
  return new Brackets((where) =>
    where
      .where('block.lastAt < :lastAt', behind)
      .orWhere('block.lastAt = :lastAt AND block.id < :id', behind),
  );
}

function printed({ accountId, at, requestId, times, outline, content }: KeptCall): PrintedCall {
  return {
    ...{ accountId, at, requestId, times },
    outline: JSON.stringify(outline),
    content: content === null ? null : JSON.stringify(content),
  };
}

/** Whose call it is, as its outline has it. */
function userOf({ outline }: KeptCall): string | undefined {
  return (outline as { caller: { userId?: string } }).caller.userId;
}
