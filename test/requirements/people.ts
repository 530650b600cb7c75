import type { RequirementRows } from './rows.js';

/** People, passwords, tokens and invitations. */
export const people: RequirementRows = {};
