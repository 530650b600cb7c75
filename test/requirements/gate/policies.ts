import type { RequirementRows } from '../rows.js';

/** What apps and operators have looked at in what passes, and whom they have asked. */
export const policies: RequirementRows = {
  'docs/hooks.md#hooks': {
    'hooks-paths':
      'A hook refuses calls and changes their arguments on every path: plain, streamed, SDK, native clients of both eras at servers of every kind, apps, chats, workflows.',
    'hooks-contents': 'A hook is asked about resources and prompts as about tools.',
    'hooks-ask': 'A hook may want an approval.',
    'hooks-why': 'What hooks have decided about a call stands in its why, with their places.',
    'hooks-judged': 'What a hook has changed is judged by the rules again, and looked at by the checks.',
  },
  'docs/hooks.md#what-a-hook-is-asked': {
    'hooks-signature':
      'A hook is asked with id, phase, caller, server and tool; what it is sent is signed with its secret and the time.',
    'hooks-errors':
      'A hook sees an error of a server as a result that failed, and what it makes of that is told.',
  },
  'docs/hooks.md#when-a-hook-does-not-decide': {
    'hooks-failures':
      'Anything but a 200 with one valid decision refuses what the hook was asked about; redirects are not followed.',
    'hooks-timeout':
      'A hook that does not answer in its time refuses, on the way to the server and back, unless `onError` is `allow`.',
    'hooks-answers':
      'An answer of a hook has 1 MiB, or as many bytes as the question with the result that it replaces; it counts against the account while it is read, is measured before it is parsed, and is parsed in slices (T-07).',
    'hooks-unshown':
      'Nothing of a result, of its stream and of texts of progress and logs is shown before the hooks have decided, on every path.',
  },
  'docs/hooks.md#hooks-of-apps': {
    'hooks-apps':
      'Hooks of an app sign with its secrets, which go only to origins that they are given for, and go only where apps may.',
    'hooks-faults': 'What is wrong with a hook of a config is told with its pointer when it is saved.',
    'hooks-tools':
      'A tool of a server can be a hook; its own calls are not asked about by who wrote the hook.',
    'policy-calls-author':
      'Tools that hooks and notices of an app name are called only if the user who saved the config and the caller can both call them: by access grants and the operator’s rules, and while that user is in the account. Saving a config that names a tool without access to it is a fault for a hook, and a warning for a notice (T-10).',
    'policy-calls-arguments':
      'A hook of an app changes arguments only of tools that the user who saved the config can call; other changes refuse the call (T-10).',
    'policy-calls-connection':
      'Hooks and notices never use the connection of a person: those of an app use its own (T-10).',
    'policy-calls-record':
      'Calls that hooks and notices make are in the call log with the policy, the app and the user who saved it (T-10).',
  },
  'docs/hooks.md#built-in-checks': {
    'checks-paths': 'Checks look at arguments and results, and refuse, on every path.',
    'checks-errors': 'Checks look at the errors of servers.',
    'checks-questions':
      'Checks and hooks on results look at what servers ask their callers, by every way, in both eras; what they refuse ends the call.',
    'checks-contents': 'Checks look at resources and prompts.',
    'checks-why': 'A call that a check refuses says which, and so does its why.',
    'checks-apps':
      'Checks of an app hold for its servers; what is wrong with them is told with its pointer when they are saved.',
    'checks-one-reading':
      'What is judged is what passes: an answer that others read otherwise, with a member that stands twice or a result beside an error, is refused where a policy looks, and so is an event that another reader would cut or parse otherwise.',
    'checks-untouched':
      'What the checks find nothing in passes as it is, and no part of a long text is left out.',
    'checks-pieces':
      'No text holds up others while it is checked: it is looked at in pieces, at whose ends nothing is overlooked, or refused.',
    'checks-depth': 'What is nested too deeply to be looked at is refused.',
    'checks-secrets': 'Secrets are redacted, or refused.',
    'checks-pii':
      'Email addresses, cards with a right check digit, IBANs with right check digits and telephone numbers are shown as the names of their kinds, and what only looks like them stays.',
    'checks-invisible':
      'Text that nobody sees is stripped, or refused; emoji and scripts that need joiners keep theirs.',
    'checks-sizes': 'Arguments and results of more bytes of JSON than allowed are refused.',
    'checks-urls':
      'Addresses that fit no pattern, or that parsers read differently, refuse a call and are not shown in a result.',
  },
};
