/** All items of a list that the gateway pages. `read` gets the cursor of the page; at most `most` pages are asked for. */
export async function allPages<Item>(
  read: (
    cursor: string | undefined,
  ) => Promise<{ readonly items: readonly Item[]; readonly nextCursor?: string | undefined }>,
  most = 50,
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < most; page++) {
    const { items, nextCursor } = await read(cursor);
    all.push(...items);
    if (nextCursor === undefined) break;
    cursor = nextCursor;
  }
  return all;
}

/** What openapi-fetch answers, once failures throw. */
export function dataOf<Data>({ data }: { readonly data?: Data }): NonNullable<Data> {
  if (data === undefined || data === null) throw new Error('The answer has no body.');
  return data;
}
