import type { RequirementRows } from './rows.js';

/** What people do and see in the console. */
export const consolePages: RequirementRows = {
  'docs/console.md#what-is-there': {
    'console-first-journey':
      'From the first start somebody gets to a server, runs a tool, connects a client and sees its first call, in the browser alone.',
    'console-app-journey':
      'An app is made from nothing to a config without faults, a secret and a key that works.',
    'console-conflict':
      'A config that somebody changed meanwhile is never overwritten unasked: both texts are shown.',
    'console-repair':
      'A server that fails says why, what to do, and is tried at once when somebody asks for it.',
    'console-usage':
      'What was called is summed up over time, by server, tool, app and person; what is shown is in the address.',
    'console-approval':
      'A call or a run that waits for a person is counted in the title, approved, and seen to go on.',
    'console-sign-in-there':
      'A server that wants people to sign in is connected from its row, and somebody is back where they were.',
    'console-run':
      'A tool is run from a form made from its schema: how far it is shows, it can be cancelled, and its own error says so.',
    'console-hostile':
      'What a server sends is shown as what it is: no script, no page, no link that runs, and nothing unseen.',
    'console-key-for-server': 'A key for a server that is in no app is one press, too.',
    'console-once': 'A button that is pressed twice acts once.',
    'console-people':
      'The people of an account: their roles, their last sign-in with claims and rules, a reset link, issuers, whether a second factor is required, the audit log as a file.',
    'console-grants':
      'Owners and admins add and remove grants, are told when somebody changed them meanwhile, and a tool says whom grants leave it.',
    'console-long-lists':
      'Of many members and grants a page is shown, more come when they are wanted, and the gateway looks for those that are not loaded.',
    'console-own':
      'Somebody sees their browsers, ends them and their second factor; what an account asks for leads there.',
    'console-accounts':
      'Somebody in several accounts switches between them; every query, stream and download follows, in this tab and in new ones.',
    'console-less': 'Each person sees the pages that their role has, and is told where they may not be.',
  },
  'docs/console.md#the-frame': {
    'console-files':
      'The page has a strict policy, its files are pressed and never change, and no other host is asked for anything.',
    'console-home': '`/` leads to the console or to where one signs in.',
    'console-keyboard': 'Everything can be reached by keyboard; the focus goes where the attention is.',
    'console-address':
      'What is shown is in the address: reload, back, forward and a sent link show the same.',
    'console-no-session': 'The end of a session is told, and nothing that was typed is lost by it.',
    'console-unsaved': 'Text that is not saved is asked about before its page is left.',
    'console-live': 'News come by themselves, over one stream for all tabs of a browser.',
    'console-away':
      'While the gateway does not answer the page says Reconnecting, keeps what it shows, and goes on by itself.',
    'console-shut-out': 'Who is signed out or removed elsewhere is told by themselves, without a press.',
    'console-news': "What changes elsewhere shows by itself, also that the operator's file is broken.",
    'console-commands': 'The commands of a page run in a shell as they stand.',
    'console-axe': 'No page has a fault for axe-core, in both themes, on a phone and on a wide screen.',
    'console-parts': 'Forms made from schemas and the other parts behave as their own tests say.',
  },
};
