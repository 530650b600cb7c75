import { printJson } from '../../../kernel/json/exact-number.js';
import { Injectable } from '@nestjs/common';
import { defaultPageSize, type PageRequest } from '../../../kernel/page.js';
import { Cursors } from '../../security/cursors.js';
import { etagOf, isKnown } from './etag.js';
import { keptByCaller } from './kept-by-caller.js';
import { Reply } from './reply.js';

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

/** Answers with pages of lists that are in memory. */
@Injectable()
export class ListReplies {
  private readonly firstPages = new WeakMap<object, Map<string, PreparedPage>>();

  constructor(private readonly cursors: Cursors) {}

  /** One page of a list as JSON with its ETag, or 304 (RFC 9110 §13.1.2). The first page is kept as bytes for as long as the list lives. */
  reply<T>(list: ReplyList<T>, page: PageRequest, ifNoneMatch: string | undefined): Reply {
    const isFirst = page.cursor === undefined && page.limit === defaultPageSize;
    const { body, etag } = isFirst ? this.firstPage(list, page) : this.prepare(list, page);
    const headers = keptByCaller(etag, 'no-cache');
    return isKnown(etag, ifNoneMatch) ? Reply.notModified(headers) : Reply.json(body, 200, headers);
  }

  private firstPage<T>(list: ReplyList<T>, page: PageRequest): PreparedPage {
    let pages = this.firstPages.get(list.source);
    if (pages === undefined) this.firstPages.set(list.source, (pages = new Map<string, PreparedPage>()));
    let prepared = pages.get(list.name);
    if (prepared === undefined) pages.set(list.name, (prepared = this.prepare(list, page)));
    return prepared;
  }

  private prepare<T>({ items, name, toBody }: ReplyList<T>, page: PageRequest): PreparedPage {
    const { items: chosen, nextCursor } = this.cursors.pageOf(items, page, name);
    const body = Buffer.from(printJson(toBody(chosen, nextCursor)));
    return { body, etag: etagOf(body) };
  }
}
