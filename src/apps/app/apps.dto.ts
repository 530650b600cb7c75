import { z } from 'zod';
import type { Page } from '../../kernel/page.js';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import type { App } from '../document/app.js';
import { ConfigInput, Etag } from './app-config.dto.js';
import { Slug } from '../document/slug.schema.js';
import { lineWithContent, plainText } from '../document/text-patterns.js';

/** `{app}` in paths. */
export const AppParam = z.string().min(1).max(63).describe('Slug or `app_…` id');

const Name = z
  .string()
  .min(1)
  .max(100)
  .regex(lineWithContent, 'must be one line with something to see in it');

const Description = z.string().max(2000).regex(plainText, 'must not have control characters');

export const CreateAppRequest = z
  .strictObject({
    name: Name,
    slug: Slug.optional().describe('Unique in the account; made of the name when absent'),
    description: Description.optional(),
    config: ConfigInput.optional(),
  })
  .meta({ id: 'CreateAppRequest' });
export type CreateAppRequest = z.infer<typeof CreateAppRequest>;

export const UpdateAppRequest = z
  .strictObject({
    name: Name.optional(),
    slug: Slug.optional().describe('Handles of the servers change with it; ids do not'),
    description: Description.optional(),
  })
  .meta({ id: 'UpdateAppRequest' });
export type UpdateAppRequest = z.infer<typeof UpdateAppRequest>;

export const AppSchema = z
  .object({
    id: z.string().max(36),
    slug: z.string().max(63),
    name: z.string().max(100),
    description: z.string().max(2000),
    createdAt: Instant,
    updatedAt: Instant,
    config: z.object({ version: z.int(), etag: Etag, updatedAt: Instant }),
  })
  .meta({ id: 'App' });
type AppSchema = z.infer<typeof AppSchema>;

export const AppPageSchema = z
  .object({ apps: z.array(AppSchema), nextCursor: z.string().optional() })
  .meta({ id: 'AppPage' });

export function toApp({ id, slug, name, description, createdAt, updatedAt, config }: App): AppSchema {
  return {
    ...{ id, slug, name, description },
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    config: {
      version: config.version,
      etag: config.etag,
      updatedAt: new Date(config.updatedAt).toISOString(),
    },
  };
}

export function toAppPage({ items, nextCursor }: Page<App>): z.infer<typeof AppPageSchema> {
  return { apps: items.map(toApp), ...(nextCursor === undefined ? {} : { nextCursor }) };
}
