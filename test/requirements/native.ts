import type { RequirementRows } from './rows.js';

/** The native endpoints: messages as they came, errors in band. */
export const native: RequirementRows = {
  'docs/native.md': {
    'app-native-logs':
      'At an app a log line reaches the session whose call caused it, once, and no other session of the same key; a line on a channel that several calls share at the time reaches nobody. A session that has set a level has connections of its own.',
    'app-native-addresses':
      'Each resource and template that an app lists has an address of its own at its native endpoint, under which it is read, completed and subscribed to; REST keeps the server’s address and says the server.',
    'native-own-errors':
      'A JSON-RPC error that a server answers keeps its code, message and data on every native way, with HTTP 200, whatever status the server gave it; 404 is for methods that an endpoint does not have.',
    'native-gateway-errors':
      'A failure of the gateway is -32603 with the problem in data and HTTP 200 on every native way, once a request is taken on; an unknown tool is -32602.',
    'native-large-answers':
      'Answers of 64 KiB and more hold what the server sent and nothing else, on every lane, under the strict schemas of the official SDK.',
    'native-strays':
      'A list that rules hide something of does not reach a client in place of another answer, on the stream of another call or on the GET stream.',
    'native-large-rules':
      'Rules hold for lists of tools of any size on every lane; a list that they cannot be applied to is refused.',
  },
  'docs/decisions/0023-numbers-as-they-are-written.md': {
    'native-digits':
      'Numbers that JavaScript has not, or prints otherwise, pass as they are written on every lane: arguments, results, progress, lists and batches.',
  },
  'docs/security.md': {
    'native-strict-envelope':
      'S-06: a native message with a member of its envelope or parameters that folds to a known one but is not it, or that stands twice, is a JSON-RPC error on every way; escapes in names hide nothing.',
  },
};
