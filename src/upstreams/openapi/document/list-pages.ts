import type { JsonObject } from '../../../kernel/json/json.js';

/** A page of a list of tools, and what it is as bytes. */
export interface ListPage {
  readonly result: JsonObject;
  readonly bytes: Buffer;
}

const pageBytes = 1_048_576;

/** The tools in pages; the cursor of a page is its number. */
export function listPages(tools: readonly JsonObject[]): readonly ListPage[] {
  const groups: JsonObject[][] = [[]];
  let size = 0;
  for (const tool of tools) {
    const bytes = Buffer.byteLength(JSON.stringify(tool));
    if (size > 0 && size + bytes > pageBytes) {
      groups.push([]);
      size = 0;
    }
    size += bytes;
    groups.at(-1)?.push(tool);
  }
  return groups.map((group, index) => {
    const result = { tools: group, ...(index + 1 < groups.length ? { nextCursor: String(index + 1) } : {}) };
    return { result, bytes: Buffer.from(JSON.stringify(result)) };
  });
}
