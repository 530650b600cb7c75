import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../../kernel/pacing/clock.js';
import type { Page } from '../../../kernel/page.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { suggestion } from '../../../kernel/text/nearest.js';
import { Config } from '../../../platform/config/config.js';
import { EgressPolicy } from '../../../platform/egress/egress-policy.js';
import { Cursors } from '../../../platform/security/cursors.js';
import type { CatalogEntry } from '../entry/catalog-entry.js';
import { isEntryName } from '../entry/server-json.js';
import type { CatalogSource } from './catalog-source.js';
import { CuratedSource } from './curated-source.js';
import { FileSource } from './file-source.js';
import { RegistrySource } from './registry-source.js';
import { RestingSource } from './resting-source.js';
import { SourceWalk, type SourceTrouble, type WalkPlace } from './source-walk.js';

interface CatalogSearch {
  readonly search: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** `troubles`: which sources this page is without, and why. */
export type CatalogPage = Page<CatalogEntry> & { readonly troubles: readonly SourceTrouble[] };

const Place = z.object({
  at: z.int(),
  from: z.string().optional(),
  skip: z.int().optional(),
  pages: z.int().optional(),
});

/** Servers that can be added, from all sources: the curated list, then those of CATALOG_SOURCES in their order. */
@Injectable()
export class Catalog {
  private readonly curated = new CuratedSource();
  private readonly sources: readonly CatalogSource[];

  constructor(
    private readonly config: Config,
    private readonly cursors: Cursors,
    egress: EgressPolicy,
    clock: Clock,
  ) {
    const { CATALOG_SOURCES, CATALOG_CURATED, CATALOG_TIMEOUT_MS, MAX_CATALOG_BYTES } = config.values;
    const bounds = {
      dispatcherFor: (url: URL) => egress.dispatcherFor(url, 'operator', CATALOG_TIMEOUT_MS),
      timeoutMs: CATALOG_TIMEOUT_MS,
      maxBytes: MAX_CATALOG_BYTES,
    };
    const named = CATALOG_SOURCES.map((source) =>
      /^https?:\/\//i.test(source)
        ? new RestingSource(new RegistrySource(source, bounds), clock)
        : new FileSource(source, MAX_CATALOG_BYTES),
    );
    this.sources = [...(CATALOG_CURATED === 'on' ? [this.curated] : []), ...named];
  }

  /** A page of what can be added. Throws `invalid-cursor`. */
  async search({ search, limit, cursor }: CatalogSearch, owner: string): Promise<CatalogPage> {
    const list = `catalog ${owner} ${search}`;
    const place: WalkPlace =
      cursor === undefined ? { at: 0 } : Place.parse(JSON.parse(this.cursors.decode(list, cursor)));
    const { CATALOG_TIMEOUT_MS, MAX_CATALOG_PAGES } = this.config.values;
    const walk = new SourceWalk(this.sources, place, {
      ...{ search, limit, patienceMs: CATALOG_TIMEOUT_MS, maxPages: MAX_CATALOG_PAGES },
      known: this.sources[0] === this.curated ? this.curated.names : new Set(),
    });
    const next = await walk.run();
    return {
      items: walk.entries,
      troubles: walk.troubles,
      ...(next === undefined ? {} : { nextCursor: this.cursors.encode(list, JSON.stringify(next)) }),
    };
  }

  /** The entry that the first source has. Throws `catalog-entry-not-found`, `catalog-entry-deleted`, `catalog-unavailable`. */
  async get(name: string, version?: string): Promise<CatalogEntry> {
    const entry = isEntryName(name) ? await this.find(name, version) : undefined;
    if (entry === undefined) throw this.missing(name, version);
    if (entry.status === 'deleted')
      throw new Problem('catalog-entry-deleted', `${name} ${entry.server.version} is marked as deleted.`);
    return entry;
  }

  private async find(name: string, version: string | undefined): Promise<CatalogEntry | undefined> {
    const answers = await Promise.allSettled(this.sources.map((source) => source.find(name, version)));
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? (answer.value ?? []) : []));
    const [entry] = found;
    const failed = answers.findIndex(({ status }) => status === 'rejected');
    if (entry === undefined && failed >= 0)
      throw new Problem(
        'catalog-unavailable',
        `Whether there is such a server is not known: ${this.sources[failed]?.label ?? ''} does not answer.`,
      );
    return entry;
  }

  private missing(name: string, version: string | undefined): Problem {
    const shown = name.slice(0, 200);
    const detail =
      version === undefined
        ? `The catalogue has no server "${shown}".${suggestion(name, [...this.curated.names])}`
        : `The catalogue has no version ${version.slice(0, 255)} of "${shown}".`;
    return new Problem('catalog-entry-not-found', detail);
  }
}
