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

/** Who owns the gateway of the examples. */
export const boss = { email: 'boss@example.com', password: 'correct horse battery' };

export const usageExamples = [['gantry usage'], ['gantry usage --by tool --from 2026-01-01 --json']] as const;
