import type { ReadDocument } from './read-document.js';

/** A trimmed document, with its references as pairs. */
interface TrimmedDocument extends Omit<ReadDocument, 'references'> {
  readonly references: readonly (readonly [reference: string, value: unknown])[];
}

/** Throws an error that says of the document what is wrong with it. */
export declare function trimmed(document: unknown, maxOperations: number): TrimmedDocument;

/** What was left of a document as lines of JSON: the document without its operations and references, then each of these. */
export declare function linesOf(document: TrimmedDocument): string[];
