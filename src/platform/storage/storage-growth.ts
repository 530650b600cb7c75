import { Injectable } from '@nestjs/common';
import type { StorageName } from './storage-limits.js';

type GrowthListener = (name: StorageName, accountId: string, bytes: number) => void;

/** Takes reports of stores about what they have written. Reporting costs a sum in memory and no query. */
@Injectable()
export class StorageGrowth {
  private listener: GrowthListener = () => undefined;

  /** `accountId` has `bytes` more in the database. */
  grew(name: StorageName, accountId: string, bytes: number): void {
    this.listener(name, accountId, bytes);
  }

  onGrowth(listener: GrowthListener): void {
    this.listener = listener;
  }
}
