import type { RequirementRows } from './rows.js';

/** Questions that cross the protocol eras. */
export const eras: RequirementRows = {
  'docs/native.md#questions-across-the-eras': {
    'question-down':
      'What a server of 2025 asks in the middle of a request (forms, addresses, sampling, roots; twice, or two at once) is an input_required result for a client of 2026-07-28, whose repeated request answers it.',
    'question-undeclared':
      'Nobody is asked what he has not declared: the server gets the JSON-RPC error that its revision defines.',
    'question-state':
      'A requestState is good once, for its caller, endpoint, tool and arguments; anything else is refused with -32602.',
    'question-alone':
      'A call that may be asked has its connection to itself, so that no question goes to another call; the next call of its owner finds it again.',
    'question-rest':
      'REST and SDK calls with capabilities get questions of either era as input_required, streamed calls too; without capabilities a 2025 server that asks is 409 input-required, and its call ends.',
    'question-nobody':
      'In a workflow and in a chat, where nobody can answer, a server of either era that asks is tool-needs-input, and its call ends.',
    'question-app':
      'At an app each question goes to the call in which it was asked, in both eras, and names the server that asks.',
    'question-elsewhere':
      'On Postgres the repeated request is answered at whichever process it comes to; when the process that held the call has ended, its caller is told held-call-lost.',
    'question-limit':
      'Held calls and the connections for calls that may be asked are counted in their account and in all; a held call ends after HELD_CALL_MS.',
    'question-ends':
      'A held call ends at its server when its key does; after a restart its caller is told that it is lost; a refusal of a 2025 client is what the server is told.',
    'question-sdks':
      'Both generations of the official SDK answer what a 2025 server asks, directly and at an app.',
    'native-notify': 'What a 2026-07-28 client tells a server without asking reaches it, a process too.',
    'question-switch': 'A server with questions: deny is told that nobody answers.',
    'question-switched':
      'A change to questions: deny ends the sessions and held calls in which the server may ask; others stay.',
    'question-muted':
      'Where it speaks the revision of its client and asks all the same, the gateway answers: the client hears nothing, or an error in place of a result that asks.',
  },
};
