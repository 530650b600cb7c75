import { z } from 'zod';

/** Names that a plain JavaScript object answers to without having them. */
const inherited: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether `name` may be the name of a member: not one that an object inherits. */
export function isSafeName(name: string): boolean {
  return !inherited.has(name);
}

export const slugPattern = /^[a-z0-9](?:-?[a-z0-9])*$/;
export const maxSlugLength = 63;

/** The name of an app, a server or a workflow: `[a-z0-9](-?[a-z0-9])*`, at most 63 characters. */
export const Slug = z
  .string()
  .max(maxSlugLength)
  .regex(slugPattern, 'must be lower-case letters, digits and single hyphens between them')
  .refine(isSafeName, 'is a name that every object has; choose another');
