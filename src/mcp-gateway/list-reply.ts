import { pageOf, type PageRequest } from '../kernel/page.js';
import { defaultPageSize } from '../kernel/page.js';
import { etagOf, isKnown } from '../platform/http/etag.js';
import { Reply } from '../platform/http/reply.js';

interface PreparedPage {
  readonly body: Buffer;
  readonly etag: string;
}

/** A list that stays the same object until its content changes; `toBody` turns one page into the answer. */
export interface ReplyList<T> {
  /** Identity of the content. */
  readonly source: object;
  readonly items: readonly T[];
  /** Names the list and its owner; cursors work for nothing else. */
  readonly name: string;
  readonly toBody: (items: readonly T[], nextCursor: string | undefined) => object;
}

const firstPages = new WeakMap<object, Map<string, PreparedPage>>();

/** One page of a list as JSON with its ETag, or 304 (RFC 9110 §13.1.2). The first page is kept as bytes for as long as the list lives. */
export function listReply<T>(list: ReplyList<T>, page: PageRequest, ifNoneMatch: string | undefined): Reply {
  const { body, etag } =
    page.cursor === undefined && page.limit === defaultPageSize ? firstPage(list, page) : prepare(list, page);
  const headers = { etag, 'cache-control': 'private, no-cache' };
  return isKnown(etag, ifNoneMatch) ? Reply.notModified(headers) : Reply.json(body, 200, headers);
}

function firstPage<T>(list: ReplyList<T>, page: PageRequest): PreparedPage {
  let pages = firstPages.get(list.source);
  if (pages === undefined) firstPages.set(list.source, (pages = new Map<string, PreparedPage>()));
  let prepared = pages.get(list.name);
  if (prepared === undefined) pages.set(list.name, (prepared = prepare(list, page)));
  return prepared;
}

function prepare<T>({ items, name, toBody }: ReplyList<T>, page: PageRequest): PreparedPage {
  const { items: chosen, nextCursor } = pageOf(items, page, name);
  const body = Buffer.from(JSON.stringify(toBody(chosen, nextCursor)));
  return { body, etag: etagOf(body) };
}
