import { z } from 'zod';
import { defaultPageSize, maxPageSize } from '../../kernel/page.js';

/** `?limit=&cursor=` of a list. */
export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
  cursor: z.string().min(1).max(512).optional().describe('`nextCursor` of the previous answer'),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** `?q=`: words that are looked for. Postgres takes no NUL. */
export const SearchWords = z
  .string()
  .min(1)
  .max(254)
  .refine((words) => !words.includes('\0'), 'must have no NUL in it');
