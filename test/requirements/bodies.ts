import type { RequirementRows } from './rows.js';

/** What callers send: bodies, texts, stored bytes. */
export const inputs: RequirementRows = {
  'docs/security.md': {
    'linear-expressions':
      'No regular expression of the source takes more than 50 ms for 64 KiB of what it begins with and must refuse.',
    'search-long-words': 'Names, titles and words of any length do not hold up the tool search.',
  },
};
