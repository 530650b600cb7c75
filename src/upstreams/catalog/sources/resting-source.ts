import type { Clock } from '../../../kernel/pacing/clock.js';
import type { CatalogEntry } from '../entry/catalog-entry.js';
import { SourceFailure, type CatalogSource, type SourcePage, type SourceSearch } from './catalog-source.js';

/** So long a source that has failed is not searched again: whoever looks at the others does not wait for it each time. */
const restMs = 10_000;

/** A source that is left alone for a moment after it has failed. */
export class RestingSource implements CatalogSource {
  readonly label: string;
  private failed: { readonly at: number; readonly failure: SourceFailure } | undefined;

  constructor(
    private readonly source: CatalogSource,
    private readonly clock: Clock,
  ) {
    this.label = source.label;
  }

  async page(search: SourceSearch): Promise<SourcePage> {
    const { failed } = this;
    if (failed !== undefined && this.clock.now() - failed.at < restMs) throw failed.failure;
    try {
      const page = await this.source.page(search);
      this.failed = undefined;
      return page;
    } catch (error) {
      if (error instanceof SourceFailure) this.failed = { at: this.clock.now(), failure: error };
      throw error;
    }
  }

  find(name: string, version: string | undefined): Promise<CatalogEntry | undefined> {
    return this.source.find(name, version);
  }
}
