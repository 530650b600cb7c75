/** Throws an error that says of the document what is wrong with it. */
export declare function trimmed(document: unknown, maxOperations: number): object;

/** What was left of a document as lines of JSON: the document without its operations and references, then each of these. */
export declare function linesOf(document: object): string[];
