import type { RequirementRows } from './rows.js';

/** What an account may use, and what ends with its token. */
export const usage: RequirementRows = {
  'docs/security-controls.md': {
    'account-usage': 'What an account holds or spends is bounded, and so is what all hold together.',
    'usage-changes': 'What the people of an account change in a minute is limited; others keep theirs.',
    'usage-requests': 'All tokens of an account share its requests per minute, and others keep theirs.',
    'usage-streams': 'All tokens of an account share its event streams.',
    'usage-sessions':
      'All tokens of an account share its native sessions; the one that was silent for longest gives way.',
    'usage-chats': 'All tokens of an account share its chats.',
    'usage-model-tokens': 'The tokens that language models used for an account are bounded per minute.',
    'usage-limits': 'GET /api/usage/limits shows each limit of the account and what it uses of it.',
    'run-bytes':
      'T-09: a run writes at most WORKFLOW_MAX_RUN_BYTES to the database, with its journal, events and signals, and fails beyond it, whatever its document catches.',
    'storage-tables':
      'T-09: each table that an account can grow has a quota of bytes or bounds of its own; a new table without either fails a test.',
    'storage-runs':
      'T-09: an account over ACCOUNT_RUN_BYTES loses its oldest ended runs; when open runs alone exceed it, the largest end and no others begin. Runs of others stay.',
    'storage-approvals':
      'T-09: an account over ACCOUNT_APPROVAL_BYTES loses its oldest decided approvals; those that wait stay, and beyond them nothing more is asked.',
    'storage-calls': 'T-09: an account over ACCOUNT_CALL_LOG_BYTES loses the oldest calls of its log.',
    'storage-events':
      'T-09: an account over ACCOUNT_EVENT_BYTES loses its oldest delivered events, and is refused further ones while they come faster than that.',
    'storage-audit':
      'T-09: of an account over ACCOUNT_AUDIT_BYTES repeated events are summed up; events of the last 31 days stay, and older ones of the most frequent action go first.',
    'storage-limits': 'T-09: GET /api/usage/limits, metrics and the log show the quotas and what is lost.',
    'storage-flood':
      'T-09: while a member floods the database by a run in a loop and by denied approvals, the file stays bounded, and rows and calls of others are untouched.',
    'members-bounded':
      'T-09: members and open invitations of an account together are at most ACCOUNT_MEMBERS.',
    'usage-metrics': 'Metrics tell what is used of each limit, by the largest account, and what was refused.',
    'usage-calls': 'All tokens of an account share its calls, those that wait included.',
    'calls-fair':
      'At a server that accounts share none has all places, they wait by turns, and who comes to a full line takes the last place of who has most of it.',
    'unread-budget':
      'What waits for readers is bounded per account and in all; beyond it those are cut off that have taken nothing for longest, and others get their answers.',
    'unread-cut':
      'A reader that takes nothing for STREAM_WRITE_TIMEOUT_MS is cut off although more is written meanwhile, and its call is cancelled.',
    'unread-again': 'A reader that falls behind and catches up again and again leaves no listener behind.',
    'usage-neighbour':
      'While one account has all the streams and sessions that it may and floods with many tokens, p50 of another is at most 2 times, p99 at most 5 times that without it.',
    'open-ends':
      'What is open under a token (calls, streams, sessions, listens, run events, chats) ends within 5 s of its revocation, expiry or deletion, the removal of its member, a password reset or the deletion of its app.',
    'open-ends-told': 'Who revokes the token of the request is answered that it is done.',
    'open-ends-everywhere': 'On Postgres it ends at every process, also when signals are lost.',
    'health-unlimited': '/health/* is never rate limited, whoever asks.',
  },
};
