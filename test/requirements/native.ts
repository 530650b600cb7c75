import type { RequirementRows } from './rows.js';

/** The native endpoints: messages as they came, errors in band. */
export const native: RequirementRows = {};
