import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../kernel/page.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Keyring } from './keyring.js';

const purpose = 'cursor';
/** Of what `Keyring.digest` says. */
const sealLength = 52;

/** Pages lists. A cursor is a position, sealed with the key of the installation for the list and the owner that it was given out for. */
@Injectable()
export class Cursors {
  constructor(private readonly keyring: Keyring) {}

  /** Pages rows of a table: `read` gets at most so many behind the position, `positionOf` says where a row stands. Throws `invalid-cursor`. */
  async pageOfRows<T>(
    list: string,
    { limit, cursor }: PageRequest,
    read: (limit: number, position: string | undefined) => Promise<readonly T[]>,
    positionOf: (row: T) => string,
  ): Promise<Page<T>> {
    const rows = await read(limit + 1, cursor === undefined ? undefined : this.decode(list, cursor));
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    return { items, ...(last === undefined ? {} : { nextCursor: this.encode(list, positionOf(last)) }) };
  }

  /** Pages an array that is already in memory; `list` names it together with its owner. Throws `invalid-cursor`. */
  pageOf<T>(items: readonly T[], { limit, cursor }: PageRequest, list: string): Page<T> {
    const start = cursor === undefined ? 0 : Number(this.decode(list, cursor));
    const end = start + limit;
    return {
      items: start === 0 && end >= items.length ? items : items.slice(start, end),
      ...(end < items.length ? { nextCursor: this.encode(list, String(end)) } : {}),
    };
  }

  /** The same for the same position, so that a page that has not changed keeps its ETag. */
  encode(list: string, position: string): string {
    const seal = this.keyring.digest(purpose, textOf(list, position));
    return Buffer.from(seal + position).toString('base64url');
  }

  /** The position in a cursor. Throws `invalid-cursor` when it was made for another list or owner, or without our key. */
  decode(list: string, cursor: string): string {
    const text = Buffer.from(cursor, 'base64url').toString();
    const position = text.slice(sealLength);
    if (!this.keyring.matches(purpose, textOf(list, position), text.slice(0, sealLength)))
      throw new Problem('invalid-cursor', 'It is not a cursor that this list has given to this caller.');
    return position;
  }
}

function textOf(list: string, position: string): string {
  return `${list}\n${position}`;
}
