/** All items of a list that comes in pages. */
export async function allPages<Page extends { readonly nextCursor?: string | undefined }, Item>(
  ask: (page: { readonly limit: number; readonly cursor?: string }) => Promise<Page>,
  items: (page: Page) => readonly Item[],
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask({ limit: 200, ...(cursor === undefined ? {} : { cursor }) });
    all.push(...items(page));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}
