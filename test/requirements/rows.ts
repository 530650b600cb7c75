/** Behaviours by the page, RFC or address where they are written down, then by id. */
export type RequirementRows = Readonly<Record<string, Readonly<Record<string, string>>>>;
