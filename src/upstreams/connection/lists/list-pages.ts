import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { isLargerThan } from '../../../kernel/json/json-size.js';
import { isPrintable } from '../../../kernel/text/printable.js';
import { Problem } from '../../../kernel/problems/problem.js';

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
  readonly items: JsonObject[];
  readonly ttlMs: number | undefined;
  readonly bytes: number;
}

/** By which member items are asked for, in lists of each kind. */
const keys = { tools: 'name', prompts: 'name', resources: 'uri', resourceTemplates: 'uriTemplate' } as const;

/** All pages of a list, whose items are in `member`. Throws `upstream-response-too-large`, which names the limit. */
export async function gatherPages(
  member: keyof typeof keys,
  limits: ListLimits,
  ask: (params: JsonObject) => Promise<{ readonly result: JsonObject; readonly bytes: number }>,
): Promise<Gathered> {
  const { maxPages, maxItems, maxBytes, maxItemBytes, maxCursorBytes } = limits;
  const items: JsonObject[] = [];
  const cursors = new Set<string>();
  let ttlMs: number | undefined;
  let bytes = 0;
  for (let cursor: string | undefined, page = 0; ; page++) {
    if (page >= maxPages) throw tooLong(`more than MAX_LIST_PAGES (${String(maxPages)}) pages`);
    const { result, bytes: pageBytes } = await ask(cursor === undefined ? {} : { cursor });
    const found: readonly unknown[] = Array.isArray(result[member]) ? result[member] : [];
    if (pageBytes > maxItemBytes && found.some((item) => isLargerThan(item, maxItemBytes)))
      throw tooLong(`an item of more than MAX_LIST_ITEM_BYTES (${String(maxItemBytes)})`);
    bytes += pageBytes;
    if (bytes > maxBytes) throw tooLong(`more than MAX_LIST_BYTES (${String(maxBytes)})`);
    for (const item of found) if (isItem(item, keys[member])) items.push(item);
    if (items.length > maxItems) throw tooLong(`more than MAX_LIST_ITEMS (${String(maxItems)}) items`);
    if (typeof result['ttlMs'] === 'number')
      ttlMs = Math.min(ttlMs ?? Number.POSITIVE_INFINITY, Math.max(0, result['ttlMs']));
    cursor = typeof result['nextCursor'] === 'string' ? result['nextCursor'] : '';
    // Some servers write an empty cursor on the last page.
    if (cursor === '') return { items, ttlMs, bytes };
    if (cursor.length > maxCursorBytes)
      throw tooLong(`a cursor of more than MAX_CURSOR_BYTES (${String(maxCursorBytes)})`);
    if (cursors.has(cursor)) throw tooLong('the same cursor twice');
    cursors.add(cursor);
  }
}

/** Whether it can be listed: one that nests without end, or has no name, must not take the whole list with it. */
function isItem(value: unknown, key: string): value is JsonObject {
  return isJsonObject(value) && typeof value[key] === 'string' && isPrintable(value);
}

function tooLong(what: string): Problem {
  return new Problem('upstream-response-too-large', `The server's list has ${what}.`);
}
