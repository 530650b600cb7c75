import type { RequirementRows } from './rows.js';

/** The first minutes: how the gateway starts, and what it says when it cannot. */
export const start: RequirementRows = {
  'RFC 9457 §3.1': {
    'problem-advice':
      'Each problem says what to do about it; its type is an address that explains it, and GET /problems lists all.',
    'token-faults': 'A token without Bearer, an expired and a revoked one are each told as what they are.',
  },
  'docs/README.md': {
    'docs-commands':
      'Each command of the README and the docs runs as it stands, or says above it why no test can run it.',
  },
  'docs/operations.md, Start': {
    'start-words':
      'The first start prints address, key and the three commands of the README, which run as they stand; a later one prints two lines.',
    'start-folder-taken':
      'A data folder belongs to one process for as long as it lives; another waits for START_WAIT_MS and ends with 75.',
    'start-faults':
      'What keeps the gateway from starting is told in a line each with its remedy: 78 for what starting again cannot help, 75 for what may pass.',
  },
};
