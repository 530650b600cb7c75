import type { RequirementRows } from './rows.js';

/** The interface as a whole, and what stands between callers and tools. */
export const gate: RequirementRows = {
  'openapi.json': {
    interface:
      'Each of the first 24 operations answers a plain call, and tells its commonest mistake by its name.',
  },
};
