/** Behaviours by the page, issue or standard that asks for them, then by id. */
export type RequirementRows = Readonly<Record<string, Readonly<Record<string, string>>>>;
