import { z } from 'zod';

export const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1');
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
export const integer = (min: number, max = Number.MAX_SAFE_INTEGER): z.ZodType<number, string> =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(min).max(max));

/** One environment variable: how it is read, what holds without it, and its line in the README's table. */
export interface Variable<T> {
  readonly schema: z.ZodType<T, string>;
  readonly fallback: T;
  readonly shown: string;
  readonly meaning: string;
  /** Also readable from the file named by `<NAME>_FILE`. */
  readonly file?: true;
}

export function variable<T>(
  schema: z.ZodType<T, string>,
  fallback: NoInfer<T>,
  meaning: string,
  shown = show(fallback),
): Variable<T> {
  return { schema, fallback, meaning, shown };
}

export function fromFileToo<T>(of: Variable<T>): Variable<T> {
  return { ...of, file: true };
}

function show(value: unknown): string {
  if (value === undefined) return 'unset';
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export const text = z.string().min(1);
export const optionalText: z.ZodType<string | undefined, string> = z.string().min(1);
