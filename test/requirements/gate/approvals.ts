import type { RequirementRows } from '../rows.js';

/** Calls that wait for a person. */
export const approvals: RequirementRows = {
  'docs/approvals.md#asking': {
    'approvals-asked':
      'A call that needs an approval is 202 with its id, page and end, by REST and SDK; the same call with X-Approval gives the result once it is approved.',
    'approvals-once':
      'An approval works once, under twenty retries at a time too, and twenty calls at a time ask once.',
    'approvals-wait': 'With Prefer: wait a call answers itself when somebody decides meanwhile.',
    'approvals-idempotent':
      'A call with an Idempotency-Key goes on by that alone, and gives its result again after that.',
    'approvals-stream': 'A streamed call tells of its approval in an event, and with Prefer of its result.',
    'approvals-denied': 'A call that was denied is 403 approval-denied with the note.',
    'approvals-expired': 'After APPROVAL_HOURS an approval is 410 approval-expired, given or not.',
    'approvals-bound': 'An approval is good for its caller, tool and arguments alone.',
    'approvals-edited': 'A call is made with the arguments that whoever approved it has left.',
    'approvals-limits':
      'So many calls of a caller, and of an account, wait at most: beyond that 429 names the variable.',
    'approvals-free': 'A call that needs no approval asks for none.',
    'approvals-modern':
      'A client of 2026-07-28 is asked by address with a sealed state; its accept alone decides nothing, and a state that is for something else is refused (T-25).',
    'approvals-session':
      'A client of 2025-11-25 gets -32042, hears when somebody has decided, its same call again uses the approval once, or is told of a denial once.',
    'approvals-lanes':
      'The same holds at servers over stdio and HTTP+SSE, of both eras, for clients of both.',
    'approvals-no-address': 'A client that opens no addresses gets an error that has the address.',
    'approvals-run-again':
      'A run whose call was denied, and that is tried again, shows that it waits, and for which approval.',
    'approvals-run':
      'A step that needs an approval makes its run wait, which names it, goes on with it once, and fails with the note of a denial.',
    'approvals-chat': 'In a chat a person’s answer decides, and stands in the inbox; that of a key does not.',
    'approvals-rules': 'The rules are judged again when an approved call runs: none that denies is passed.',
    'approvals-durable':
      'After kill -9 and a new start each call that waits is made once, on every path, be it approved by API, page or command.',
    'approvals-processes': 'On Postgres another process decides about a call, and goes on with it.',
  },
  'docs/approvals.md#deciding': {
    'approvals-deciders': 'Owners and admins of the caller’s account decide, and nobody else.',
    'approvals-people-alone': 'Keys and programs never decide, and see only their own.',
    'approvals-approvers':
      'policies.approvers names who decides: roles, whoever runs the gateway, and perhaps not the caller.',
    'approvals-widened':
      'An app and its workflows only narrow who decides about what the operator asks, and widen only what they ask themselves; a call that no one could approve does not wait (T-11).',
    'approvals-policy-now':
      'The policies at the decision count, also for calls that wait already: who decides, and whether the call is refused or needs no approval any more; an approval that the present policies do not accept does not count (T-11).',
    'approvals-page':
      'The page works without JavaScript, shows the whole call with nothing hidden, and takes other arguments.',
    'approvals-visible': 'What people do not see in a text is written out, and the JSON says the same.',
    'approvals-told': 'Events tell those who may see it of what waits and is decided; metrics count it.',
    'approvals-notify':
      'policies.notify tells somebody by POST or by a tool, without arguments, and holds nothing up when that fails.',
    'approvals-command': 'gantry approvals lists, shows, approves and denies calls.',
  },
};
