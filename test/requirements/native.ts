import type { RequirementRows } from './rows.js';

/** The native endpoints: messages as they came, errors in band. */
export const native: RequirementRows = {
  'docs/native.md': {
    'native-large-answers':
      'Answers of 64 KiB and more hold what the server sent and nothing else, on every lane, under the strict schemas of the official SDK.',
    'native-large-rules':
      'Rules hold for lists of tools of any size on every lane; a list that they cannot be applied to is refused.',
  },
};
