import type { RequirementRows } from './rows.js';

/** The interface as a whole, and what stands between callers and tools. */
export const gate: RequirementRows = {
  'openapi.json': {
    interface:
      'Each of the first 24 operations answers a plain call, and tells its commonest mistake by its name.',
  },
  'docs/architecture.md#one-gate': {
    'call-gate':
      'A hook that refuses a tool refuses it on every way: REST, SDK, native clients of both eras at servers of every kind, apps, chats, workflows and workflows as tools; the call log tells of each.',
    'call-gate-alone': 'One place lets tools be called, refuses calls and records it.',
    'call-gate-changes':
      'A hook may change what a tool is called with and what its caller sees, not which tool it is.',
    'call-gate-asks':
      'A call for which a hook asks waits for the person in a chat, and elsewhere until somebody approves it.',
    'connection-owner': 'Each owner of connections has their own: an account, and each person in it.',
  },
};
