import type { RequirementRows } from './rows.js';

/** REST, SDK, the OpenAPI document, configs and secrets. */
export const answers: RequirementRows = {};
