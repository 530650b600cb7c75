import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => join('src', path))
  .filter((path) => /\.(ts|mjs)$/.test(path) && !path.endsWith('.spec.ts'));
const matching = (pattern: RegExp) =>
  sources.filter((path) => pattern.test(readFileSync(path, 'utf8'))).sort();

/** Files that load the languages of expressions, make realms or start threads: `expressions-isolated` is about what they do. */
const engines = [
  'src/platform/expressions/bounded-thread.ts',
  'src/platform/expressions/expression-faults.mjs',
  'src/platform/expressions/expression-thread.mjs',
  'src/platform/expressions/jq.mjs',
  'src/platform/expressions/jsonata-realm.mjs',
  // Without expressions: API documents, and the check of workflow documents.
  'src/upstreams/openapi/document/document-thread.mjs',
  'src/workflows/expressions/check-thread.mjs',
];

/** Files that have an expression evaluated, and whose it is. */
const evaluations: Readonly<Record<string, string>> = {
  'src/upstreams/tools/gate/rules/rules.service.ts':
    'rules: of the operator, in a realm apart, or of the account',
  'src/upstreams/tools/shaping/result-picks.service.ts': 'result shaping: of the account',
  'src/workflows/events/event-match.ts': 'event filters of workflows: of the account',
  'src/workflows/interpreter/evaluation.ts': 'workflows: of the account',
};

it('[expression-places] languages, realms and threads of expressions are in known files', () => {
  expect(matching(/from '(?:jsonata|jq-wasm|node:vm|node:worker_threads)'/)).toEqual(engines);
});

it('[expression-places] each place that evaluates an expression says for which account', () => {
  const found = matching(/\bexpressions\s*(?:\n\s*)?\.evaluate\(|^\s*\.evaluate\(\{/m);
  expect(found).toEqual(Object.keys(evaluations).sort());
  for (const path of found) expect(readFileSync(path, 'utf8')).toMatch(/accountId|\.\.\.job/);
});
