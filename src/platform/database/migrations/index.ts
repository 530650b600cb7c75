import type { MigrationInterface } from 'typeorm';

/** All migrations, oldest first. */
export const migrations: (new () => MigrationInterface)[] = [];
