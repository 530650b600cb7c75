/** A document as it came. */
export interface FetchedDocument {
  /** JSON of whatever kind. */
  readonly content: unknown;
  /** For so long it may be used, in milliseconds. */
  readonly freshForMs: number;
}

/** Gets documents from where clients put them. */
export abstract class DocumentSource {
  /** Throws `ClientProblem`: `unreachable` when what came is no such document, `unavailable` when nothing came in time. */
  abstract fetch(address: string): Promise<FetchedDocument>;
}
