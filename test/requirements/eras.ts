import type { RequirementRows } from './rows.js';

/** Questions that cross the protocol eras. */
export const eras: RequirementRows = {};
