import type { IncomingMessage } from 'node:http';

/** The account that a request names, by slug or id: in the header `X-Account`, in the query as `account`, or in both. */
export interface NamedAccount {
  readonly header: string | undefined;
  readonly query: string | undefined;
}

/** `undefined` where none is named, which is nearly always. */
export function namedAccountOf({ headers, url = '' }: IncomingMessage): NamedAccount | undefined {
  const given = headers['x-account'];
  const header = typeof given === 'string' ? given : undefined;
  const mark = url.indexOf('?');
  // Letters may be written as bytes (RFC 3986 §2.1).
  const mayName = mark >= 0 && (url.includes('account', mark) || url.includes('%', mark));
  const asked = mayName ? new URLSearchParams(url.slice(mark)) : undefined;
  // Two of them name none.
  const query = asked?.has('account') === true ? [...new Set(asked.getAll('account'))].join() : undefined;
  return header === undefined && query === undefined ? undefined : { header, query };
}
