import type { RequirementRows } from './rows.js';

/** What callers send: bodies, texts, stored bytes. */
export const inputs: RequirementRows = {
  'docs/security.md': {
    'linear-expressions':
      'No regular expression of the source takes more than 50 ms for 64 KiB of what it begins with and must refuse.',
    'body-after-access':
      'Token, scope, route and the limit of the route are decided before a byte of a body is looked at.',
    'json-elements': 'The values of a body are counted while it comes, and too many are refused by name.',
    'anonymous-bodies': 'A body without a token is small, and read after the limit of its route.',
    'body-shares':
      'What the bodies of an account hold at once and bring in a minute is bounded, and so is what all do together.',
    'search-long-words': 'Names, titles and words of any length do not hold up the tool search.',
  },
};
