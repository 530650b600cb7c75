import type { RequirementRows } from './rows.js';

/** What callers send: bodies, texts, stored bytes. */
export const inputs: RequirementRows = {};
