import type { ConnectionOwner } from '../../kernel/caller.js';

/** Whose connection is meant, as addresses and bodies say it; left out, the declaration says it. */
export const ownerWords = ['me', 'account', 'app'] as const;
export type OwnerWord = (typeof ownerWords)[number];

const wordOf = { person: 'me', account: 'account', app: 'app' } as const;

/** The page where a server is connected, below PUBLIC_URL: `/connect/notion`, `/connect/shop.crm?owner=app`. */
export function connectPath(handle: string, owner: ConnectionOwner): string {
  const word: OwnerWord = wordOf[owner.kind];
  return `/connect/${encodeURIComponent(handle)}${word === 'me' ? '' : `?owner=${word}`}`;
}
