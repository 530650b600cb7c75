import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { NativeMessage } from '../../mcp/server/native-request.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import { readResult } from '../../mcp/wire/message-decoder.js';
import type { Values } from '../../platform/config/variables.js';
import type { CatalogueKind } from '../../upstreams/connection/lists/catalogue-kind.js';
import { itemKeys } from '../../upstreams/connection/lists/list-items.js';

/** One page of a list: its result, and how many bytes it took. */
export interface ResultPage {
  readonly result: JsonObject;
  readonly bytes: number;
}

/** What a list may become in one answer. */
export type ListBounds = Pick<Values, 'MAX_LIST_PAGES' | 'MAX_LIST_ITEMS' | 'MAX_LIST_BYTES'>;

const lists: Readonly<Record<string, CatalogueKind>> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
};

/** The list that a request asks for from its beginning. */
export function startedList({ method = '', params = {} }: NativeMessage): CatalogueKind | undefined {
  return params['cursor'] === undefined && Object.hasOwn(lists, method) ? lists[method] : undefined;
}

/** Whether a page may be followed by another. */
export function mayHavePages(bytes: Buffer): boolean {
  return bytes.includes('"nextCursor"');
}

/** The request for the page behind a cursor. */
export function nextPageOf(message: NativeMessage, cursor: string): NativeMessage {
  return { ...message, params: { ...message.params, cursor } };
}

/**
 * A list in one page, since many clients read no other: the first page with the items of those that follow. Beyond the bounds, or when a
 * page fails, the result keeps the cursor from which the client can go on. `isModern`: the server speaks 2026-07-28, where an empty cursor
 * is one like any other.
 */
export async function wholeList(
  kind: CatalogueKind,
  first: ResultPage,
  isModern: boolean,
  { MAX_LIST_PAGES, MAX_LIST_ITEMS, MAX_LIST_BYTES }: ListBounds,
  ask: (cursor: string) => Promise<ResultPage>,
): Promise<JsonObject> {
  const { nextCursor, ...head } = first.result;
  if (!Array.isArray(head[kind])) return first.result;
  const items = [...(head[kind] as readonly unknown[])];
  const keys = new Set(items.map((item) => keyOf(kind, item)));
  const cursors = new Set<unknown>();
  let { bytes } = first;
  let ttlMs = head['ttlMs'];
  let cursor: unknown = nextCursor;
  const listed = () => ({ ...head, [kind]: items, ...(ttlMs === undefined ? {} : { ttlMs }) });
  for (let page = 1; isCursor(cursor, isModern) && !cursors.has(cursor); page++) {
    if (page >= MAX_LIST_PAGES || items.length >= MAX_LIST_ITEMS || bytes >= MAX_LIST_BYTES)
      return { ...listed(), nextCursor: cursor };
    cursors.add(cursor);
    const next = await ask(cursor).catch(() => undefined);
    const found: unknown = next?.result[kind];
    if (next === undefined || !Array.isArray(found)) return { ...listed(), nextCursor: cursor };
    const fresh = (found as readonly unknown[]).filter((item) => !keys.has(keyOf(kind, item)));
    if (fresh.length === 0 && found.length > 0) return listed();
    for (const item of fresh) keys.add(keyOf(kind, item));
    items.push(...fresh);
    bytes += next.bytes;
    const nextTtl = next.result['ttlMs'];
    if (typeof ttlMs === 'number' && typeof nextTtl === 'number') ttlMs = Math.min(ttlMs, nextTtl);
    cursor = next.result['nextCursor'];
  }
  return listed();
}

/** The same of a response as it comes from a server; the same response when it begins no list, or one of a single page. */
export async function responseWithAllPages(
  sent: NativeMessage,
  response: RawResponse,
  isModern: boolean,
  bounds: ListBounds,
  ask: (cursor: string) => Promise<RawResponse>,
): Promise<RawResponse> {
  const kind = startedList(sent);
  const { resultBytes, message } = response;
  if (kind === undefined || message.error !== undefined) return response;
  if (resultBytes !== undefined && !mayHavePages(resultBytes)) return response;
  const first = await pageOf(response);
  if (first === undefined || !Object.hasOwn(first.result, 'nextCursor')) return response;
  const result = await wholeList(kind, first, isModern, bounds, async (cursor) => {
    const page = await pageOf(await ask(cursor));
    if (page === undefined) throw new LinkFailure('bad-answer', 'the server did not send the page');
    return page;
  });
  return { message: { ...message, result } };
}

async function pageOf({ message, resultBytes }: RawResponse): Promise<ResultPage | undefined> {
  const result = message.error === undefined ? await readResult(message) : undefined;
  return isJsonObject(result) ? { result, bytes: resultBytes?.length ?? 0 } : undefined;
}

function isCursor(cursor: unknown, isModern: boolean): cursor is string {
  return typeof cursor === 'string' && (isModern || cursor !== '');
}

/** Items without a key are never the same. */
function keyOf(kind: CatalogueKind, item: unknown): unknown {
  const key = isJsonObject(item) ? item[itemKeys[kind]] : undefined;
  return typeof key === 'string' ? key : item;
}
