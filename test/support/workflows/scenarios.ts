import type { JsonValue } from '../../../src/kernel/json/json.js';
import type { Signal } from '../../../src/workflows/interpreter/durable-context.port.js';
import { WorkflowFailure } from '../../../src/workflows/interpreter/workflow-error.js';
import { documentedWorkflows, documentOf, signal, type Tool } from './workflow-bench.js';

/** A workflow with all that a run of it needs, and what comes of it. */
export interface Scenario {
  readonly document: unknown;
  readonly input: JsonValue;
  /** Anew for each run: tools may remember. */
  tools(): Readonly<Record<string, Tool>>;
  readonly signals?: readonly Signal[];
  readonly output: JsonValue;
}

function unavailable(): WorkflowFailure {
  return new WorkflowFailure({
    type: '/problems/upstream-unavailable',
    status: 503,
    title: 'The MCP server cannot be reached',
  });
}

function notFound(): WorkflowFailure {
  return new WorkflowFailure({ type: 'about:blank', status: 404, title: 'Not found' });
}

function never(): never {
  throw new Error('This tool is not to be called');
}

const issues = [1, 2, 3].map((id) => ({ id, title: `Issue ${String(id)}` }));
const job = (state: string) => ({ job: 'j1', state, file: 'orders.csv' });
/** Answers by the position of the call in the run, which a repeated call does not change. */
const byKey = (answers: Readonly<Record<string, unknown>>): Tool => {
  return (_values, { stepKey }) => answers[stepKey] ?? answers['otherwise'];
};

const documented: Readonly<Record<string, Omit<Scenario, 'document'>>> = {
  'pet-by-request': {
    input: { petId: 7 },
    tools: () => ({
      'GET /v2/pet/{petId}@https://pets.example.com': ({ petId }) => ({ id: petId, status: 'sold' }),
      'findPetsByStatus@https://pets.example.com/v2/openapi.json': ({ status }) => ({ found: status }),
    }),
    output: { found: 'sold' },
  },
  'stale-in-jq': {
    input: { repo: 'a/b' },
    tools: () => ({
      'list_issues@github': () => ({ items: issues.map(({ id }) => ({ id, comments: id - 1 })) }),
      'close_issue@github': ({ id }) => ({ closed: id }),
    }),
    output: { closed: 1 },
  },
  'triage-issues': {
    input: { repo: 'gantry' },
    tools: () => ({
      'list_issues@github': ({ repo }) => ({ items: issues.map((issue) => ({ ...issue, repo })) }),
      'get_oncall@pagerduty': () => ({ name: 'Ann' }),
      'classify@llm': ({ text }) => ({ label: `about ${String(text)}` }),
      'add_label@github': ({ id, label }) => ({ id, label }),
      'post_message@slack': () => {
        throw unavailable();
      },
      'send_mail@smtp': ({ body }) => ({ body }),
    }),
    signals: [signal('approval', { approved: true })],
    output: { done: true, issues: 3 },
  },
  'export-table': {
    input: { table: 'orders' },
    tools: () => ({
      'start_export@warehouse': () => job('queued'),
      'get_export@warehouse': byKey({
        'do/finish/ask': job('queued'),
        'do/finish/ask@2': job('running'),
        otherwise: job('done'),
      }),
    }),
    output: { table: 'orders', file: 'orders.csv' },
  },
  refund: {
    input: { order: 'o1', amount: 80 },
    tools: () => ({ 'pay_refund@payments': ({ order }) => ({ id: `receipt of ${String(order)}` }) }),
    signals: [signal('approval', { reason: 'late' })],
    output: { paid: true, receipt: 'receipt of o1' },
  },
  fastest: {
    input: { key: 'k' },
    tools: () => ({
      'find@mirror-east': () => new Promise(() => undefined),
      'find@mirror-west': ({ key }) => ({ found: true, key }),
    }),
    output: { found: true, key: 'k' },
  },
  'mirror-feed': {
    input: {},
    tools: () => ({
      'get_page@feed': ({ page }, { stepKey }) => {
        if (stepKey === 'do/page@2/try/fetch') throw unavailable();
        const isLast = Number(page) === 3;
        const entries = [1, 2].map((part) => ({ id: `${String(page)}.${String(part)}`, last: isLast }));
        return { entries, ...(isLast ? {} : { next: Number(page) + 1 }) };
      },
      'put_entry@archive': ({ number }) => ({ number }),
    }),
    output: { sent: 4 },
  },
};

const everything: Scenario = {
  document: documentOf(
    [
      { first: { set: { n: 2, from: '${ $workflow.input.from }' }, export: { as: '${ { "n": n } }' } } },
      { skipped: { if: '${ n > 2 }', call: 'never@x' } },
      {
        inner: {
          do: [
            { add: { call: 'add@math', with: { a: '${ n }', b: 1 } } },
            { out: { set: '${ sum }', then: 'exit' } },
          ],
        },
      },
      {
        both: {
          fork: {
            branches: [
              { l: { do: [{ l1: { call: 'add@math', with: { a: 1, b: 1 } } }, { l2: { wait: 'PT1S' } }] } },
              { r: { call: 'add@math', with: { a: 2, b: 2 } } },
            ],
          },
        },
      },
      {
        race: {
          fork: {
            compete: true,
            branches: [
              { slow: { call: 'hang@math' } },
              { fast: { call: 'add@math', with: { a: '${ $steps.l.sum }', b: 3 } } },
            ],
          },
        },
      },
      {
        inTurn: {
          for: { in: '${ [1..3] }' },
          metadata: { collect: true },
          while: '${ $index < 2 }',
          do: [
            { add: { call: 'add@math', with: { a: '${ $item }', b: '${ $context.n }' } } },
            { got: { set: '${ sum }', export: { as: '${ { "n": $context.n + 1 } }' } } },
          ],
        },
      },
      {
        atOnce: {
          for: { each: 'x', in: '${ [1..3] }' },
          metadata: { maxConcurrency: 2 },
          do: [{ add: { call: 'add@math', with: { a: '${ $x }', b: '${ $sum($steps.inTurn) }' } } }],
        },
      },
      {
        retried: {
          try: [{ flaky: { call: 'flaky@math' } }],
          catch: {
            retry: { delay: { seconds: 1 }, backoff: { linear: {} }, limit: { attempt: { count: 3 } } },
          },
        },
      },
      {
        caught: {
          try: [
            {
              nested: {
                try: [
                  {
                    bad: {
                      raise: {
                        error: {
                          type: 'https://x.example/odd',
                          status: 418,
                          detail: '${ $string($context.n) }',
                        },
                      },
                    },
                  },
                ],
                catch: { errors: { with: { status: 500 } } },
              },
            },
          ],
          catch: {
            as: 'e',
            when: '${ $e.status = 418 }',
            do: [{ say: { set: { said: '${ $e.detail }' } } }],
          },
        },
      },
      {
        late: {
          timeout: { after: 'PT5S' },
          try: [{ long: { wait: { hours: 1 }, timeout: { after: { seconds: 2 } } } }],
          catch: { errors: { with: { status: 408 } } },
        },
      },
      {
        asked: {
          listen: { to: { any: [{ with: { type: 'yes' } }, { with: { type: 'no' } }] }, read: 'envelope' },
        },
      },
      { go: { switch: [{ no: { when: '${ type = "no" }', then: 'end' } }, { yes_: { then: 'last' } }] } },
      { never: { call: 'never@x' } },
      {
        last: {
          set: {
            sum: '${ $sum($steps.atOnce.sum) }',
            said: '${ $steps.caught.said }',
            tries: '${ $steps.retried.tries }',
            by: '${ source }',
            race: '${ $steps.race.sum }',
          },
          then: 'end',
        },
      },
      { after: { call: 'never@x' } },
    ],
    { output: { as: '${ $merge([$, { "from": $workflow.input.from }]) }' }, timeout: { after: { days: 1 } } },
  ),
  input: { from: 'here' },
  tools: () => ({
    'add@math': ({ a, b }) => ({ sum: Number(a) + Number(b) }),
    'hang@math': () => new Promise(() => undefined),
    'never@x': never,
    'flaky@math': (_values, { stepKey }) => {
      if (!stepKey.includes('try#3')) throw notFound();
      return { tries: 3 };
    },
  }),
  signals: [signal('yes', { sure: true })],
  output: { sum: 30, said: '4', tries: 3, by: 'ann@example.com', race: 5, from: 'here' },
};

/** The worked examples of the documentation, and one document with every construct. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map([
  ...[...documentedWorkflows()].map(([name, document]): [string, Scenario] => {
    const rest = documented[name];
    if (rest === undefined) throw new Error(`docs/workflows.md has an example ${name} without a scenario`);
    return [name, { document, ...rest }];
  }),
  ['every construct', everything],
]);
