import { constants } from 'node:buffer';
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
/** A list of which each item is as `isRight` wants it; the first that is not is named. */
export const listOf = (isRight: (item: string) => boolean, expected: string): z.ZodType<string[], string> =>
  list.superRefine((items, context) => {
    const wrong = items.find((item) => !isRight(item));
    if (wrong !== undefined) context.addIssue(`${JSON.stringify(wrong.slice(0, 100))} is not ${expected}`);
  });
export const integer = (min: number, max = Number.MAX_SAFE_INTEGER): z.ZodType<number, string> =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(min).max(max));
/** A time that timers take; above it they would fire at once. */
export const milliseconds = (min: number): z.ZodType<number, string> => integer(min, 2_147_483_647);
/** A size of something that becomes text; there is no longer one in V8. */
export const bytes = (min: number): z.ZodType<number, string> => integer(min, constants.MAX_STRING_LENGTH);
/** An address that paths are put behind. */
export const baseAddress = z.url({ protocol: /^https?$/ }).refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url === undefined || `${url.username}${url.password}${url.search}${url.hash}` === '';
}, 'must have no user, query or fragment');

/** The address of a forward proxy; without a scheme it is http. */
export const proxyAddress: z.ZodType<string | undefined, string> = z
  .string()
  .transform((text) => (text.includes('://') ? text : `http://${text}`))
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http or https address',
  );

/** One environment variable: how it is read, what holds without it, and its line in the README's table. */
export interface Variable<T> {
  readonly schema: z.ZodType<T, string>;
  readonly fallback: T;
  readonly shown: string;
  readonly meaning: string;
  /** Also readable from the file named by `<NAME>_FILE`. */
  readonly file?: true;
  /** Another name by which it is read if it is not set, as other programs spell it. */
  readonly otherName?: string;
}

export function variable<T>(
  schema: z.ZodType<T, string>,
  fallback: NoInfer<T>,
  meaning: string,
  shown = show(fallback),
): Variable<T> {
  return { schema, fallback, meaning, shown };
}

/** Read in lower case, too, as curl and others do. */
export function inLowerCaseToo<T>(name: string, of: Variable<T>): Variable<T> {
  return { ...of, otherName: name.toLowerCase() };
}

export function fromFileToo<T>(of: Variable<T>): Variable<T> {
  return { ...of, file: true };
}

function show(value: unknown): string {
  if (value === undefined) return 'unset';
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export const requiredText = z.string().min(1);
export const optionalText: z.ZodType<string | undefined, string> = z.string().min(1);
