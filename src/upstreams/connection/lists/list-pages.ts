import type { JsonObject } from '../../../kernel/json/json.js';
import { inSlices } from '../../../kernel/pacing/slices.js';
import { Problem } from '../../../kernel/problems/problem.js';
import type { CatalogueKind } from './catalogue-kind.js';
import { maxListFaults, nameOf, type ListFault } from './list-fault.js';
import { fittedItem, itemKeys } from './list-items.js';
import { described } from './member-fits.js';

export interface ListLimits {
  readonly maxPages: number;
  readonly maxItems: number;
  /** Of a list, of one of its items and of a cursor. */
  readonly maxBytes: number;
  readonly maxItemBytes: number;
  readonly maxCursorBytes: number;
}

/** A list that has come whole. */
export interface Gathered {
  /** As clients of every revision accept them. */
  readonly items: JsonObject[];
  /** What was changed for that, or left out. */
  readonly faults: readonly ListFault[];
  readonly ttlMs: number | undefined;
  readonly bytes: number;
}

/** One page, and how many bytes it took. */
interface Page {
  readonly result: JsonObject;
  readonly bytes: number;
}

/** By whose rules a server ends its lists: until 2025-11-25 many write an empty cursor on the last page. */
type Era = 'legacy' | 'modern';

/**
 * All pages of a list. When a server repeats a cursor or a page, the list is what came before. Throws `upstream-response-too-large`, which
 * names the limit.
 */
export async function gatherPages(
  list: CatalogueKind,
  limits: ListLimits,
  era: Era,
  ask: (params: JsonObject) => Promise<Page>,
): Promise<Gathered> {
  const { maxPages, maxItems, maxBytes, maxItemBytes, maxCursorBytes } = limits;
  const gathering = new Gathering(list);
  const cursors = new Set<string>();
  let ttlMs: number | undefined;
  let bytes = 0;
  for (let cursor: string | undefined, page = 0; ; page++) {
    if (page >= maxPages) throw tooLong(`more than MAX_LIST_PAGES (${String(maxPages)}) pages`);
    const { result, bytes: pageBytes } = await ask(cursor === undefined ? {} : { cursor });
    bytes += pageBytes;
    if (bytes > maxBytes) throw tooLong(`more than MAX_LIST_BYTES (${String(maxBytes)})`);
    const isNew = await inSlices(
      gathering.adding(result[list], pageBytes > maxItemBytes ? maxItemBytes : Infinity),
    );
    if (gathering.items.length > maxItems)
      throw tooLong(`more than MAX_LIST_ITEMS (${String(maxItems)}) items`);
    if (typeof result['ttlMs'] === 'number')
      ttlMs = Math.min(ttlMs ?? Number.POSITIVE_INFINITY, Math.max(0, result['ttlMs']));
    const next = result['nextCursor'];
    const isLast = typeof next !== 'string' || (next === '' && era === 'legacy');
    if (!isLast && next.length > maxCursorBytes)
      throw tooLong(`a cursor of more than MAX_CURSOR_BYTES (${String(maxCursorBytes)})`);
    const repeats = !isLast && (cursors.has(next) || !isNew);
    if (repeats) gathering.repeated();
    if (isLast || repeats) return { items: gathering.items, faults: gathering.faults, ttlMs, bytes };
    cursor = next;
    cursors.add(cursor);
  }
}

/** The items of a list, page by page. */
class Gathering {
  readonly items: JsonObject[] = [];
  readonly faults: ListFault[] = [];
  /** The page on which each item first came, by its key. */
  private readonly pages = new Map<unknown, number>();
  /** Texts of the faults so far. */
  private readonly known = new Set<string>();
  private page = 0;

  constructor(private readonly list: CatalogueKind) {}

  /** Adds a page, in steps. Says whether it holds anything that no page before has; an empty page does. */
  *adding(found: unknown, maxItemBytes: number): Generator<undefined, boolean> {
    const { list, page } = this;
    this.page++;
    if (!Array.isArray(found)) {
      if (found !== undefined && found !== null)
        this.note('left-out', `${list} is ${described(found)}, not an array.`);
      return true;
    }
    const values = found as readonly unknown[];
    let added = 0;
    const twice: string[] = [];
    for (const [index, value] of values.entries()) {
      yield undefined;
      const { item, fault } = fittedItem(list, value, index, maxItemBytes);
      const key = item?.[itemKeys[list]];
      if (item !== undefined && this.isKnown(key, page)) {
        twice.push(String(key));
        continue;
      }
      if (item !== undefined) {
        this.pages.set(key, page);
        this.items.push(item);
      }
      const isNewFault = fault !== undefined && this.keep(fault);
      if (item !== undefined || isNewFault) added++;
    }
    const isNew = added > 0 || values.length === 0 || page === 0;
    if (isNew)
      for (const name of twice) this.note('left-out', 'It is listed more than once; the first counts.', name);
    return isNew;
  }

  repeated(): void {
    this.note('incomplete', 'The server repeats a page or its cursor: the list is what came before.');
  }

  /** Tools and prompts are called by their names; two entries for one resource are read alike. */
  private isKnown(key: unknown, page: number): boolean {
    const first = this.pages.get(key);
    if (first === undefined) return false;
    return this.list === 'tools' || this.list === 'prompts' || first !== page;
  }

  private note(effect: ListFault['effect'], detail: string, name?: string): void {
    this.keep({ list: this.list, ...(name === undefined ? {} : { item: nameOf(name) }), effect, detail });
  }

  /** Says whether it was not known. */
  private keep(fault: ListFault): boolean {
    const text = `${fault.item ?? ''} ${fault.detail}`;
    if (this.known.has(text)) return false;
    this.known.add(text);
    if (this.faults.length < maxListFaults) this.faults.push(fault);
    return true;
  }
}

function tooLong(what: string): Problem {
  return new Problem('upstream-response-too-large', `The server's list has ${what}.`);
}
