import type { JsonObject } from '../../../kernel/json/json.js';

/** A page of a list of tools, and what it is as bytes. */
export interface ListPage {
  readonly result: JsonObject;
  readonly bytes: Buffer;
}

const pageBytes = 1_048_576;

/** The tools in pages, in steps that can be put aside; the cursor of a page is its number. */
export function* listingPages(tools: readonly JsonObject[]): Generator<undefined, readonly ListPage[]> {
  const groups: { readonly tools: JsonObject[]; readonly texts: string[] }[] = [{ tools: [], texts: [] }];
  let size = 0;
  for (const tool of tools) {
    yield undefined;
    const text = JSON.stringify(tool);
    const bytes = Buffer.byteLength(text);
    if (size > 0 && size + bytes > pageBytes) {
      groups.push({ tools: [], texts: [] });
      size = 0;
    }
    size += bytes;
    groups.at(-1)?.tools.push(tool);
    groups.at(-1)?.texts.push(text);
  }
  const pages: ListPage[] = [];
  for (const [index, group] of groups.entries()) {
    yield undefined;
    const nextCursor = index + 1 < groups.length ? String(index + 1) : undefined;
    const end = nextCursor === undefined ? '' : `,"nextCursor":"${nextCursor}"`;
    pages.push({
      result: { tools: group.tools, ...(nextCursor === undefined ? {} : { nextCursor }) },
      bytes: Buffer.from(`{"tools":[${group.texts.join(',')}]${end}}`),
    });
  }
  return pages;
}
