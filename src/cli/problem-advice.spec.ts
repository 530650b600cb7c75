import { toProblem } from '../client/problem.js';
import type { GatewayConnection } from './credentials/connection.js';
import { problemAdvice } from './problem-advice.js';

const url = 'https://gantry.example.com';
const connection: GatewayConnection = {
  ...{ url, urlSource: 'GANTRY_URL' },
  token: { text: 'gtu_x', source: '/home/ana/hosts.json', isGiven: false },
};
const problem = (code: string, more = {}) =>
  toProblem({ code, title: 'T', type: `${url}/problems/${code}`, ...more }, 400);

it('[cli-exit-codes] says what to do about problems that it knows, and hands on the advice of the others', () => {
  expect(problemAdvice(problem('app-not-found'), connection)).toEqual([
    expect.stringContaining('gantry apps list'),
  ]);
  expect(problemAdvice(problem('too-many-keys', { advice: 'Revoke one.' }), connection)).toEqual([
    'Revoke one.',
  ]);
  expect(
    problemAdvice(problem('runtime', { type: 'https://serverlessworkflow.io/errors/runtime' }), connection),
  ).toEqual([]);
  expect(
    problemAdvice(toProblem({ code: 'overloaded', title: 'T' }, 503, { retryAfter: 7 }), connection),
  ).toEqual(['Try again in 7 s.']);
});

it.each<[what: string, changed: Partial<GatewayConnection>, advice: readonly string[]]>([
  ['of a login', {}, ['Run: gantry login']],
  ['at an address that was named', { urlSource: '--url' }, [`Run: gantry login --url ${url}`]],
  [
    'of the environment',
    { token: { text: 'gtu_x', source: 'GANTRY_TOKEN', isGiven: true } },
    ['The token is that of GANTRY_TOKEN: put a valid one there.', 'Or take it away. Run: gantry login'],
  ],
])(
  '[cli-token-source] says how to come by another token in the place of a dead one %s',
  (_, changed, advice) => {
    expect(problemAdvice(problem('unauthorized'), { ...connection, ...changed })).toEqual(advice);
  },
);
