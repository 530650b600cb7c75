import { z } from 'zod';
import { isSafeName, maxSlugLength, slugPattern } from '../../kernel/text/slug.js';

/** The name of an app, a server or a workflow: `[a-z0-9](-?[a-z0-9])*`, at most 63 characters. */
export const Slug = z
  .string()
  .max(maxSlugLength)
  .regex(slugPattern, 'must be lower-case letters, digits and single hyphens between them')
  .refine(isSafeName, 'is a name that every object has; choose another');
