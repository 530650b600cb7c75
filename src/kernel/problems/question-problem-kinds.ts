/** What can go wrong when a server asks in the middle of a call, in the form of the catalogue: status, title, advice. */
export const questionProblemKinds = {
  'input-required': [
    409,
    'The server asks for something first',
    '`inputRequests` says what. Say with `capabilities` in the body what you can answer; then the question is a result with `requestState`, and the call is repeated with `inputResponses`. Without it the call at the server has ended.',
  ],
  'held-call-lost': [
    410,
    'The call has ended with its process',
    'The process of the gateway that held the call is gone, and what became of the call at the server is not known. Make the call anew if it may run twice.',
  ],
  'invalid-request-state': [
    422,
    'The requestState does not fit',
    'A requestState is for one caller, tool and set of arguments, works once and for HELD_CALL_MS; make the call anew without it.',
  ],
} as const;
