import { z } from 'zod';
import { defaultPageSize, maxPageSize } from '../../kernel/page.js';
import { ServerJson } from './entry/server-json.js';

export const CatalogQuery = z.strictObject({
  search: z
    .string()
    .max(200)
    .default('')
    .describe('Words in the name, title or description; of registries, in the name'),
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
  cursor: z.string().min(1).max(8192).optional().describe('`nextCursor` of the previous answer'),
});
export type CatalogQuery = z.infer<typeof CatalogQuery>;

export const EntryNameParam = z.string().min(1).max(200).describe('Name of an entry; its slash is `%2F`');

const EntrySchema = z
  .object({
    name: z.string(),
    version: z.string(),
    title: z.string().optional(),
    description: z.string(),
    source: z.string().describe('`curated`, a file or a registry'),
    status: z.enum(['active', 'deprecated', 'deleted']),
    server: ServerJson,
  })
  .meta({ id: 'CatalogEntry' });

export const CatalogPageSchema = z
  .object({
    servers: z.array(EntrySchema),
    nextCursor: z.string().optional(),
    troubles: z
      .array(z.object({ source: z.string(), detail: z.string() }))
      .optional()
      .describe('Sources that this page is without, and why'),
  })
  .meta({ id: 'CatalogPage' });

const version = z.string().min(1).max(255);
const as = z.string().min(1).max(63).describe('What the server will be called here');

export const PlanRequest = z
  .strictObject({ as: as.optional(), version: version.optional().describe('The newest without it') })
  .meta({ id: 'CatalogPlanRequest' });
export type PlanRequest = z.infer<typeof PlanRequest>;

const InputSchema = z
  .object({
    name: z.string(),
    required: z.boolean(),
    secret: z.boolean(),
    default: z.string().optional(),
    choices: z.array(z.string()).optional(),
    description: z.string().optional(),
    format: z.enum(['number', 'boolean', 'filepath']).optional(),
    repeated: z.literal(true).optional().describe('It may be answered by a list'),
  })
  .meta({ id: 'CatalogInput' });

export const PlanSchema = z
  .object({
    plan: z.string().describe('`pln_…`: what is shown here, and nothing else, is what `add` does'),
    as: z.string().describe('What the server would be called'),
    server: z.object({ name: z.string(), version: z.string() }),
    description: z.string(),
    source: z.string(),
    package: z
      .object({
        registryType: z.string(),
        identifier: z.string(),
        version: z.string(),
        integrity: z.string().describe('What its registry says of it now: anything else never runs'),
      })
      .optional(),
    definition: z.looseObject({}).describe('What would be published; `{name}` stands for an input'),
    inputs: z.array(InputSchema),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'CatalogPlan' });

const answer = z.union([
  z.string().max(65_536),
  z.number(),
  z.boolean(),
  z.array(z.string().max(65_536)).max(100),
]);

export const AddRequest = z
  .strictObject({
    plan: z.string().min(1).max(600),
    as,
    inputs: z.record(z.string().max(300), answer).default({}).describe('Answers by the names of the inputs'),
  })
  .meta({ id: 'CatalogAddRequest' });
export type AddRequest = z.infer<typeof AddRequest>;
