import { z } from 'zod';

/** Bytes as text (RFC 4648 §5, without padding), of at most so many characters. */
export const base64url = (max: number): z.ZodString =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/, 'must be base64url');
