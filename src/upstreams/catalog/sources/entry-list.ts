import { isJsonObject } from '../../../kernel/json/json.js';
import { readEntry, type CatalogEntry } from '../entry/catalog-entry.js';
import type { SourcePage, SourceSearch } from './catalog-source.js';

/** Entries of a list that is there as a whole: `{servers: […]}`, an array, or one entry. What is no entry is left out. */
export function entriesOf(value: unknown, source: string): readonly CatalogEntry[] {
  const listed =
    isJsonObject(value) && Array.isArray(value['servers']) ? (value['servers'] as unknown[]) : value;
  const values = Array.isArray(listed) ? (listed as unknown[]) : [listed];
  return values.flatMap((one) => readEntry(one, source) ?? []);
}

export function pageOf(
  entries: readonly CatalogEntry[],
  { search, limit, from = '0' }: SourceSearch,
): SourcePage {
  const words = search.toLowerCase();
  const seen = new Set<string>();
  const found = entries.filter(({ server, status }) => {
    if (seen.has(server.name) || status === 'deleted') return false;
    seen.add(server.name);
    const { name, title = '', description } = server;
    return `${name}\n${title}\n${description}`.toLowerCase().includes(words);
  });
  const end = Number(from) + limit;
  return {
    entries: found.slice(Number(from), end),
    ...(end < found.length ? { next: String(end) } : {}),
  };
}

/** The first one that fits: lists have the newest version first. */
export function entryIn(
  entries: readonly CatalogEntry[],
  name: string,
  version: string | undefined,
): CatalogEntry | undefined {
  return entries.find(
    ({ server }) => server.name === name && (version === undefined || server.version === version),
  );
}
