import type { ApiTools } from './api-tools.js';
import type { ListPage } from './list-pages.js';

/** An API that has been read, with the room that it takes up. */
export interface HeldApi {
  readonly api: ApiTools;
  readonly pages: readonly ListPage[];
  release(): void;
}

/** A document as one connection has it. */
export interface OpenedDocument {
  readonly api: HeldApi;
  /** It was fetched a moment ago. */
  readonly isFresh: boolean;
  /** Looks whether it has changed. Rejects with a `LinkFailure`. */
  renew(): Promise<void>;
  onChange(listener: () => void): void;
  release(): void;
}
