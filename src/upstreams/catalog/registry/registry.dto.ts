import { z } from 'zod';
import { registryMark } from '../entry/catalog-entry.js';
import { ServerJson } from '../entry/server-json.js';

const flag = z.enum(['true', 'false']).optional();

/** As the official registry takes it. Nothing here is ever deleted, and when something changed is not told: those two narrow nothing. */
export const RegistryQuery = z.strictObject({
  search: z.string().max(200).default('').describe('A part of the name'),
  limit: z.coerce.number().int().min(1).max(100).default(30),
  cursor: z.string().min(1).max(512).optional().describe('`metadata.nextCursor` of the previous answer'),
  version: z.string().min(1).max(255).optional().describe('`latest`, or one version'),
  updated_since: z.string().max(64).optional().describe('Narrows nothing'),
  include_deleted: flag.describe('Nothing is deleted'),
});
export type RegistryQuery = z.infer<typeof RegistryQuery>;

export const DeletedQuery = z.strictObject({ include_deleted: flag.describe('Nothing is deleted') });
export type DeletedQuery = z.infer<typeof DeletedQuery>;

export const RegistryNameParam = z.string().min(1).max(200).describe('Name of a server; its slash is `%2F`');
export const EntryVersionParam = z.string().min(1).max(255).describe('`latest`, or the version');

export const RegistryEntrySchema = z
  .object({
    server: ServerJson,
    _meta: z.object({ [registryMark]: z.object({ status: z.literal('active'), isLatest: z.literal(true) }) }),
  })
  .meta({ id: 'RegistryEntry' });

export const RegistryListSchema = z
  .object({
    servers: z.array(RegistryEntrySchema),
    metadata: z.object({ count: z.int(), nextCursor: z.string().optional() }),
  })
  .meta({ id: 'RegistryList' });
