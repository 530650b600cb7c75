import { z } from 'zod';

/** RFC 9457 problem object as OpenAPI shows it. */
export const ProblemSchema = z
  .looseObject({
    type: z.string().describe('`{PUBLIC_URL}/problems/<code>`'),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    instance: z.string().optional().describe('Path of the request'),
    code: z.string().describe('Stable slug; GET /problems/{code} explains it'),
    advice: z.string().describe('What to do about it'),
    requestId: z.string().optional(),
    limit: z
      .string()
      .optional()
      .describe('What was exceeded, of `rate-limited` and `overloaded`: the variable that sets it'),
    errors: z
      .array(
        z.object({
          pointer: z.string().describe('RFC 6901 JSON pointer'),
          detail: z.string(),
          position: z
            .number()
            .int()
            .optional()
            .describe('Of an expression: the character of it, counted from 0'),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Problem' });
