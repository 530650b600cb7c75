import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** People who become users, and found accounts. */
@Injectable()
export class Newcomers {
  constructor(private readonly database: Database) {}

  /**
   * Until the transaction that is open ends, others who come wait, so that each finds which addresses and names those before have taken. On
   * SQLite all writers stand in line anyway.
   */
  async takeTurn(): Promise<void> {
    if (this.database.isPostgres)
      await this.database.manager.query('SELECT pg_advisory_xact_lock(hashtext($1))', ['newcomers']);
  }
}
