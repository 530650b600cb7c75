import { curatedServers } from '../entry/curated-servers.js';
import type { CatalogEntry } from '../entry/catalog-entry.js';
import type { CatalogSource, SourcePage, SourceSearch } from './catalog-source.js';
import { entriesOf, entryIn, pageOf } from './entry-list.js';

/** The list that comes with the package. */
export class CuratedSource implements CatalogSource {
  readonly label = 'curated';
  private readonly entries = entriesOf(curatedServers, this.label);
  readonly names: ReadonlySet<string> = new Set(this.entries.map(({ server }) => server.name));

  page(search: SourceSearch): Promise<SourcePage> {
    return Promise.resolve(pageOf(this.entries, search));
  }

  find(name: string, version: string | undefined): Promise<CatalogEntry | undefined> {
    return Promise.resolve(entryIn(this.entries, name, version));
  }
}
