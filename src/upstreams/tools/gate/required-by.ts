import type { Ask } from './call-hook.js';
import type { PolicyLayer } from './policy-layers.js';

/** Whose policies ask, of several that do. */
export function requiredBy(authors: readonly PolicyLayer['by'][]): Pick<Ask, 'by'> {
  return authors.every((by) => by === 'app') ? { by: 'app' } : {};
}
