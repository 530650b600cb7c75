import type { RequirementRows } from './rows.js';

/** What callers send: bodies, texts, stored bytes. */
export const bodies: RequirementRows = {
  'docs/security-controls.md': {
    'linear-scans':
      'What is looked for among bytes that others sent (members, events, names that fold) takes time that grows with their length and no faster.',
    'large-outline':
      'A large answer of a server is looked at once, without taking it apart, in an event stream too: what goes on inside an answer of ours is proven to be one JSON value.',
    'linear-schemas':
      'Schemas of tools that refer to themselves, or say more than fits their size, are dealt with in bounded time.',
    'linear-expressions':
      'No regular expression of the source takes more than 50 ms for 64 KiB of what it begins with and must refuse.',
    'threat-model': 'The threat model names for each promise the tests that show it.',
    'hostile-tenant':
      'Whatever a tenant sends, and whatever servers, hooks, documents, identity providers and registries answer, 99 of 100 calls of another tenant take less than 50 ms and a heap of 400 MB is enough.',
    'foreign-input-places':
      'Each place that parses text is listed with who writes it, and text of others is fed to it by a test.',
    'expression-places':
      'Each place that evaluates an expression, and each file that loads a language of expressions or starts a thread, is listed.',
    'message-places':
      'For each MCP method of both revisions a test shows how policies judge what a server sends, or how a notification finds its caller.',
    'large-message':
      'Of what a server sends only results may be large: they are parsed in slices when somebody reads them; an error, a notification or a batch has at most 8 MiB and 20,000 values.',
    'event-lines':
      'An event of a stream takes memory by its bytes, however many lines or pieces it comes in, and is read as its client reads it.',
    'config-check-slices':
      'No config of the allowed size holds the loop for 50 ms while it is checked: long checks are made in slices.',
    'config-header-bounds': 'The headers of a server declaration are bounded in number and length.',
    'body-memory':
      'Large bodies that come all at once end no process: most are refused by the name of the limit.',
    'text-latency':
      'Long texts in configs and titles of one tenant leave the calls of another as quick as they were, nearly.',
    'list-latency':
      'Lists without end, and lists of a server that an app uses a hundred times, leave the calls of another tenant as quick as they were, nearly.',
    'body-latency': 'Large bodies of one tenant leave the calls of another as quick as they were, nearly.',
    'idempotency-large-answer':
      'Answers kept for Idempotency-Keys are bounded in size, number and sum; a replay says when one was too large to be kept.',
    'idempotency-room': 'Keys that come at once find no more room than ACCOUNT_KEPT_ANSWERS leaves.',
    'config-history-bounds':
      'Old versions of configs are removed beyond a number and a size, but not those that a run goes by; what an account has in all is bounded.',
    'body-after-access':
      'Token, scope, route and the limit of the route are decided before a byte of a body is looked at.',
    'json-elements': 'The values of a body are counted while it comes, and too many are refused by name.',
    'foreign-json':
      'JSON that others wrote is bounded by values and levels before it is parsed, and parsed in slices (T-06).',
    'foreign-json-printing':
      'A large value is printed and measured in slices, up to a limit, without overflowing the stack (T-06).',
    'anonymous-bodies': 'A body without a token is small, and read after the limit of its route.',
    'body-shares':
      'What the bodies of an account hold at once and bring in a minute is bounded, and so is what all do together.',
    'search-long-words': 'Names, titles and words of any length do not hold up the tool search.',
  },
  'docs/decisions/0063-memory-of-large-answers-is-freed-by-hand.md': {
    'large-freed':
      'The memory of a large answer is free as soon as its client has taken it, not when V8 finds it; never before that, nor while a record or a key still needs it.',
  },
};
