import * as modern from '@modelcontextprotocol/core';
import * as legacy from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import { requirements } from '../requirements.js';

type Union = z.ZodUnion<readonly [z.ZodObject<{ method: z.ZodLiteral<string> }>]>;

/** Methods of both revisions, by who sends them: the schemas of the official SDKs. */
function methodsOf(name: 'ClientRequest' | 'ServerRequest' | 'ServerNotification'): string[] {
  const schemas = [legacy, modern].map((sdk) => (sdk as unknown as Record<string, Union>)[`${name}Schema`]);
  const methods = schemas.flatMap((schema) => schema?.options.map(({ shape }) => shape.method.value) ?? []);
  return [...new Set(methods)].sort();
}

const known = new Set(requirements.map(({ id }) => id));
const untested = (rows: Readonly<Record<string, string>>) =>
  Object.entries(rows).filter(([, test]) => test !== 'carries no content' && !known.has(test));

const none = 'carries no content';

/** How policies judge the result of each request of a client: the requirement whose test shows it. */
const results: Readonly<Record<string, string>> = {
  'tools/call': 'checks-paths',
  'resources/read': 'hooks-contents',
  'prompts/get': 'hooks-contents',
  'completion/complete': 'completions-judged',
  'tasks/get': 'tasks-judged',
  'tasks/list': 'tasks-judged',
  'tasks/result': 'tasks-judged',
  'tasks/cancel': 'tasks-judged',
  'tools/list': 'grants-lists',
  'resources/list': 'grants-lists',
  'resources/templates/list': 'grants-lists',
  'prompts/list': 'grants-lists',
  initialize: 'drift-kinds-block',
  'server/discover': 'drift-kinds-block',
  'subscriptions/listen': 'hooks-unshown',
  'resources/subscribe': 'empty-results',
  'resources/unsubscribe': 'empty-results',
  'logging/setLevel': 'empty-results',
  ping: 'empty-results',
};

/** How policies judge what a server asks its client. */
const serverRequests: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'checks-questions',
  'elicitation/create': 'checks-questions',
  'roots/list': 'checks-questions',
  'tasks/get': none,
  'tasks/list': none,
  'tasks/result': none,
  'tasks/cancel': none,
  ping: none,
};

/** How a notification on a channel that callers share finds the one it is for, and nobody else. */
const notifications: Readonly<Record<string, string>> = {
  'notifications/progress': 'progress-apart',
  'notifications/message': 'native-shared-child',
  'notifications/cancelled': 'native-shared-child',
  'notifications/resources/updated': 'native-down-subscribe',
  'notifications/resources/list_changed': none,
  'notifications/tools/list_changed': none,
  'notifications/prompts/list_changed': none,
  'notifications/subscriptions/acknowledged': 'native-shared-listen',
  'notifications/elicitation/complete': 'native-own-child',
  'notifications/tasks/status': 'native-own-child',
};

it.each([
  ['a result of a server is judged', 'ClientRequest', results],
  ['a request of a server is judged', 'ServerRequest', serverRequests],
  ['a notification finds its caller', 'ServerNotification', notifications],
] as const)('[message-places] for each method of both revisions a test shows how %s', (_what, name, rows) => {
  expect(Object.keys(rows).sort()).toEqual(methodsOf(name));
  expect(untested(rows)).toEqual([]);
});
