import type { ValueTransformer } from 'typeorm';

/** Postgres hands bigints out as text; times in milliseconds and counters fit a number. */
export const bigint: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: unknown) => (typeof value === 'string' ? Number(value) : value),
};
