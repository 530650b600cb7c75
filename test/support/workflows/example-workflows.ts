import { doing, listen } from './workflow-app.js';

const echo = (message: unknown) => ({ call: 'echo@everything', with: { message } });
/** What the examples of the command run. */
export const exampleWorkflows = {
  triage: doing([{ say: echo('${ $workflow.input.message }') }]),
  asks: doing([{ ask: listen('approval') }]),
  nightly: doing([{ say: echo('good night') }], { schedule: { cron: '0 3 * * *' } }),
  pays: doing([{ pay: listen('paid') }]),
  fails: doing([{ boom: { raise: { error: { type: 'https://example.com/x', status: 500 } } } }]),
};

/** What is expected of one of them, as a file. */
export const triageFixture = JSON.stringify({
  workflow: 'triage',
  tests: [
    {
      name: 'says it',
      input: { message: 'hi' },
      expect: { calls: [{ tool: 'echo@everything', arguments: { message: 'hi' } }] },
    },
  ],
});

export const workflowExamples = [
  ['gantry workflows'],
  ['gantry workflows show triage'],
  ['gantry workflows show triage --mermaid'],
  ['gantry workflows test'],
  ['gantry workflows test workflows/triage.test.yaml'],
  ['gantry workflows schedule nightly'],
  ['gantry workflows schedule nightly pause'],
] as const;

export const runListExamples = [
  ['gantry runs'],
  ['gantry runs list --status failed'],
  ['gantry runs list --started-by schedule --since 2026-01-01'],
] as const;

/** Who owns the gateway of the examples. */
export const boss = { email: 'boss@example.com', password: 'correct horse battery' };

export const usageExamples = [['gantry usage'], ['gantry usage --by tool --from 2026-01-01 --json']] as const;
