import { z } from 'zod';

const hitKinds = ['server', 'tool', 'app', 'workflow', 'page'] as const;

export const SearchQuery = z.strictObject({
  q: z.string().min(1).max(200).describe('Words, each of them in the name, the title or the description'),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

export const HitsSchema = z
  .object({
    hits: z.array(
      z
        .object({
          kind: z.enum(hitKinds),
          name: z
            .string()
            .describe('A handle, the name of a tool, a slug, the name of a workflow, or a page'),
          title: z.string().optional(),
          detail: z.string().optional().describe('Where it is, or what is said of it'),
          href: z.string().describe('Its page in the console, below the path of PUBLIC_URL'),
        })
        .meta({ id: 'Hit' }),
    ),
  })
  .meta({ id: 'Hits' });
