import type { CatalogEntry } from '../entry/catalog-entry.js';
import { SourceFailure, type CatalogSource, type SourcePage } from './catalog-source.js';

/** Where a walk over all sources stands: in which, at which of its pages, and behind how many entries of that. */
export interface WalkPlace {
  readonly at: number;
  readonly from?: string | undefined;
  readonly skip?: number;
  /** Pages that the source has been asked for. */
  readonly pages?: number;
}

interface WalkBounds {
  readonly search: string;
  readonly limit: number;
  /** After so long no further page is asked for. */
  readonly patienceMs: number;
  readonly maxPages: number;
  /** Names that another source has already shown. */
  readonly known: ReadonlySet<string>;
}

/** What one source could not say, and why. */
export interface SourceTrouble {
  readonly source: string;
  readonly detail: string;
}

/** Entries of one source after the other. What one does to it, be it slow, endless or broken, costs its own entries only. */
export class SourceWalk {
  readonly entries: CatalogEntry[] = [];
  readonly troubles: SourceTrouble[] = [];
  private readonly began = performance.now();
  private readonly ahead = new Map<CatalogSource, Promise<SourcePage>>();

  constructor(
    private readonly sources: readonly CatalogSource[],
    private place: WalkPlace,
    private readonly bounds: WalkBounds,
  ) {}

  /** Where the next page begins; `undefined` at the end. */
  async run(): Promise<WalkPlace | undefined> {
    for (let source = this.current(); source !== undefined; source = this.current()) {
      if (this.entries.length >= this.bounds.limit) break;
      try {
        this.take(source, await this.pageOf(source));
      } catch (error) {
        if (!(error instanceof SourceFailure)) throw error;
        this.leave({ source: source.label, detail: error.message });
      }
      if (performance.now() - this.began > this.bounds.patienceMs) break;
    }
    return this.current() === undefined ? undefined : this.place;
  }

  private current(): CatalogSource | undefined {
    return this.sources[this.place.at];
  }

  private pageOf(source: CatalogSource): Promise<SourcePage> {
    const { search, limit } = this.bounds;
    const { from, pages = 0 } = this.place;
    if (pages >= this.bounds.maxPages) throw new SourceFailure('has more pages than MAX_CATALOG_PAGES');
    if (from !== undefined) return source.page({ search, limit, from });
    // All that may be slow are asked at once: together they take as long as the slowest.
    for (const other of this.sources.slice(this.place.at)) {
      if (this.ahead.has(other) || (this.place.at === 0 && other !== source)) continue;
      const page = other.page({ search, limit });
      page.catch(() => undefined);
      this.ahead.set(other, page);
    }
    return this.ahead.get(source) ?? source.page({ search, limit });
  }

  private take(source: CatalogSource, { entries, next }: SourcePage): void {
    const { at, from, skip = 0, pages = 0 } = this.place;
    const fresh = at === 0 ? entries : entries.filter(({ server }) => !this.bounds.known.has(server.name));
    const room = this.bounds.limit - this.entries.length;
    this.entries.push(...fresh.slice(skip, skip + room));
    if (fresh.length > skip + room) this.place = { at, from, skip: skip + room, pages };
    else if (next === undefined) this.leave();
    else this.place = { at, from: next, pages: pages + 1 };
    this.ahead.delete(source);
  }

  private leave(trouble?: SourceTrouble): void {
    if (trouble !== undefined) this.troubles.push(trouble);
    this.place = { at: this.place.at + 1 };
  }
}
