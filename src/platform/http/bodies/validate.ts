import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { z } from 'zod';
import { Problem, type Fault } from '../../../kernel/problems/problem.js';

/** Checks a value against its schema. Throws `invalid-request` with every fault and its JSON pointer (RFC 6901). */
export function validate<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Problem('invalid-request', 'The request has members that cannot be used.', {
    errors: result.error.issues.flatMap(faultsOf),
  });
}

/** Checks a query. The account that it may name was judged with the token, unless the operation asks for one itself. */
export function validateQuery<T>(schema: z.ZodType<T>, query: object): T {
  const isAsked = !(schema instanceof z.ZodObject) || 'account' in schema.shape;
  return validate(schema, isAsked ? { ...query } : withoutAccount({ ...query }));
}

function withoutAccount({ account: _, ...rest }: { readonly account?: unknown }): object {
  return rest;
}

function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  const pointer = pointerTo(issue.path);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      pointer: `${pointer}${pointerTo([key])}`,
      detail: 'is not a member of this object',
    }));
  return [{ pointer, detail: issueText(issue) }];
}

/** What is wrong, as a sentence without its beginning, which is the pointer. */
export function issueText({ code, message, ...issue }: z.core.$ZodIssue): string {
  const expected = 'expected' in issue ? issue.expected : undefined;
  const isMissing = code === 'invalid_type' && message.endsWith('received undefined');
  return isMissing ? `is missing: a value of the type ${String(expected)} is needed` : message;
}

/** An RFC 6901 pointer to the member at `path`. */
export function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Applies the schema of `@Body({ schema })`, `@Query({ schema })` and the like. */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    if (metadata.schema === undefined) return value;
    const schema = metadata.schema as unknown as z.ZodType;
    return metadata.type === 'query' ? validateQuery(schema, value ?? {}) : validate(schema, value ?? {});
  }
}
