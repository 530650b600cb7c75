import type { CatalogEntry } from '../entry/catalog-entry.js';

/** A page of one source. */
export interface SourcePage {
  readonly entries: readonly CatalogEntry[];
  /** Where its next page begins. */
  readonly next?: string;
}

export interface SourceSearch {
  readonly search: string;
  readonly limit: number;
  /** `next` of the page before. */
  readonly from?: string | undefined;
}

/** Where entries of the catalogue come from. Any failure is a `SourceFailure`. */
export interface CatalogSource {
  /** What it is called where its entries are shown. */
  readonly label: string;
  /** The newest version of each entry whose name, title or description has the words. */
  page(search: SourceSearch): Promise<SourcePage>;
  /** The entry of this version, deleted ones too; the newest without one. */
  find(name: string, version: string | undefined): Promise<CatalogEntry | undefined>;
}

/** Why a source has nothing to say; words for whoever looks at the catalogue. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
}
