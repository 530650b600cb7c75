import type { RequirementRows } from './rows.js';

/** What an account may use, and what ends with its token. */
export const usage: RequirementRows = {
  'docs/security.md': {
    'account-usage': 'What an account holds or spends is bounded, and so is what all hold together.',
  },
};
