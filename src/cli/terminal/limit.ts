import { usageFailure } from '../failure.js';
import type { Invocation } from '../invocation.js';

const usual = 50;
const most = 1000;

/** `--limit`: how many at most. */
function limitOf(invocation: Invocation): number {
  const text = invocation.text('limit');
  const limit = text === undefined ? usual : Number(text);
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > most)
    throw usageFailure(
      `The limit is a whole number: ${String(text)}`,
      `From 1 to ${String(most)}: --limit 100`,
    );
  return limit;
}

/** The first items of a list that comes in pages, as many as `--limit` says. */
export async function firstOf<Page extends { readonly nextCursor?: string | undefined }, Item>(
  invocation: Invocation,
  ask: (page: { readonly limit: number; readonly cursor?: string }) => Promise<Page>,
  items: (page: Page) => readonly Item[],
): Promise<readonly Item[]> {
  const limit = limitOf(invocation);
  const found: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask({
      limit: Math.min(200, limit - found.length),
      ...(cursor === undefined ? {} : { cursor }),
    });
    found.push(...items(page));
    cursor = page.nextCursor;
  } while (cursor !== undefined && found.length < limit);
  return found;
}
