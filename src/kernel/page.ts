import { createHash } from 'node:crypto';
import { Problem } from './problem.js';

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

export interface PageRequest {
  /** 1–200. */
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export const defaultPageSize = 50;
export const maxPageSize = 200;

/** An opaque cursor: a position, sealed with the list and the owner that it was given out for. */
export function encodeCursor(list: string, position: string): string {
  return Buffer.from(`${seal(list, position)}${position}`).toString('base64url');
}

/** The position in a cursor. Throws `invalid-cursor` when it was made for another list or owner, or by hand. */
export function decodeCursor(list: string, cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = text.slice(sealLength);
  if (text.slice(0, sealLength) !== seal(list, position)) throw new Problem('invalid-cursor');
  return position;
}

/** Pages rows of a table: `read` gets at most so many behind the position, `positionOf` says where a row stands. Throws `invalid-cursor`. */
export async function pageOfRows<T>(
  list: string,
  { limit, cursor }: PageRequest,
  read: (limit: number, position: string | undefined) => Promise<readonly T[]>,
  positionOf: (row: T) => string,
): Promise<Page<T>> {
  const rows = await read(limit + 1, cursor === undefined ? undefined : decodeCursor(list, cursor));
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, ...(last === undefined ? {} : { nextCursor: encodeCursor(list, positionOf(last)) }) };
}

/** Pages an array that is already in memory; `list` names it together with its owner. */
export function pageOf<T>(items: readonly T[], { limit, cursor }: PageRequest, list: string): Page<T> {
  const start = cursor === undefined ? 0 : Number(decodeCursor(list, cursor));
  const end = start + limit;
  return {
    items: start === 0 && end >= items.length ? items : items.slice(start, end),
    ...(end < items.length ? { nextCursor: encodeCursor(list, String(end)) } : {}),
  };
}

const sealLength = 12;

function seal(list: string, position: string): string {
  return createHash('sha256').update(`${list}\n${position}`).digest('base64url').slice(0, sealLength);
}
