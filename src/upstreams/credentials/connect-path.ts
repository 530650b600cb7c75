import type { ConnectionOwner } from '../../kernel/caller.js';

/** Whose connection is meant, as addresses and bodies say it; left out, the declaration says it. */
export const ownerWords = ['me', 'account', 'app'] as const;
export type OwnerWord = (typeof ownerWords)[number];

const wordOf = { person: 'me', account: 'account', app: 'app' } as const;

/** The page where a server is connected, below PUBLIC_URL: `/connect/notion`, `/connect/shop.crm?owner=app`. `more`: further members of its query. */
export function connectPath(
  handle: string,
  owner: ConnectionOwner,
  more: Readonly<Record<string, string | undefined>> = {},
): string {
  const word: OwnerWord = wordOf[owner.kind];
  return connectAddress(handle, { owner: word === 'me' ? undefined : word, ...more });
}

/** The same with the query as it was asked for. */
export function connectAddress(handle: string, query: Readonly<Record<string, string | undefined>>): string {
  const members = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  const search = new URLSearchParams(members).toString();
  return `/connect/${encodeURIComponent(handle)}${search === '' ? '' : `?${search}`}`;
}
