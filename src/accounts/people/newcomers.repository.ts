import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** People who become users, and found accounts. */
@Injectable()
export class Newcomers {
  constructor(private readonly database: Database) {}

  /** Until the transaction that is open ends, others who come wait, so that each finds which addresses and names those before have taken. */
  takeTurn(): Promise<void> {
    return this.database.takeTurn('newcomers');
  }
}
