import type { RequirementRows } from '../rows.js';

/** Who may call what, and how. */
export const rules: RequirementRows = {
  'docs/policies.md#rules': {
    'rules-first':
      'Of an author the first rule that matches by tool, caller and arguments decides; of operator and app the stricter; requireApproval stands behind the rules of the app.',
    'rules-callers':
      'Callers are known by address, role, name of the key and id of the OAuth client, wherever they call from.',
    'caller-names':
      'Names count in their account: in the operator’s file that of the operator, or one that is written before them. `user:` matches verified addresses, in an app also those that the account invited; `client:` how a client is known and never its name (T-04).',
    'caller-names-claimed':
      'An address that is only claimed can restrict a caller by a rule, and never lets it do more (T-04).',
    'caller-names-try': 'A dry run knows callers by the same names as calls do (T-04).',
    'caller-names-doctor':
      'The doctor names rules of the operator that name callers without an account while there are several.',
    'caller-shown':
      '`$caller` and the questions of hooks have the account, whether the address is verified, and how a client is known (T-04).',
    'rules-why': 'The record of a call tells which rules decided about it, with their places and reasons.',
    'rules-bounds':
      'A condition that fails or takes too long refuses the call, and holds up nobody; so does a number that conditions cannot hold.',
    'rules-redact':
      'A redacted call reaches the server without secrets in its arguments, and its result is shown without any.',
    'rules-try':
      'A dry run tells what the call comes to and why, as the call itself would, calls nothing and asks nobody.',
  },
  'docs/policies.md#on-every-way': {
    'rules-table':
      'One rule of each kind, a check and a hook have the same outcome on every way: REST, streams, SDK, native clients of both eras at servers of every kind, apps, chats, workflows and workflows as tools.',
  },
  'docs/policies.md#faults': {
    'rules-faults':
      'A faulty rule keeps a config from being saved, with pointer and position; a faulty operator file keeps its last good state and tells the line.',
  },
};
