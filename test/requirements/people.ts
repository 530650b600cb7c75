import type { RequirementRows } from './rows.js';

/** People, passwords, tokens and invitations. */
export const people: RequirementRows = {
  'docs/security.md': {
    'cursor-keyed':
      'A cursor is sealed with the key of the installation for its list and owner; any other is invalid-cursor (S-26).',
    'data-folder-modes':
      'The data folder is 0700 and the SQLite files are 0600; what cannot be made so is told in the log (S-27).',
  },
};
