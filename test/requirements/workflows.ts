import type { RequirementRows } from './rows.js';

/** Workflows: turns, meaning, retries. */
export const workflows: RequirementRows = {};
