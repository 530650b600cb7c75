import { z } from 'zod';
import type { ProblemCode } from '../../kernel/problems/problem-catalogue.js';
import type { LimitName } from '../rate-limits/limit-policies.js';
import { Operation } from '../openapi/operation.decorator.js';

interface PageOptions {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly problems?: readonly ProblemCode[];
}

const page = { 'text/html': { schema: z.string() } };

/** Declares a page: open to everybody, since its own text asks people to sign in; problems are pages too for those who accept HTML. */
export function PageOperation(options: PageOptions): MethodDecorator {
  return Operation({
    ...options,
    access: { for: 'public' },
    responses: {
      200: { description: 'A page', content: page },
      303: { description: 'Another page goes on from here' },
    },
  });
}

/** Declares what a form of a page is sent to. */
export function PageForm(
  options: PageOptions & { readonly tries?: LimitName; readonly repeats?: readonly string[] },
): MethodDecorator {
  return Operation({
    ...options,
    access: { for: 'public' },
    responses: {
      200: { description: 'A page', content: page },
      303: { description: 'Another page goes on from here' },
      422: { description: 'The page again, saying what is wrong with the form', content: page },
    },
    problems: ['invalid-form', 'form-expired', 'rate-limited', 'overloaded', ...(options.problems ?? [])],
  });
}
