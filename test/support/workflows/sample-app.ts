import type { Keeper } from '../closing.js';
import type { TestGateway } from '../gateway.js';
import type { TestApp } from '../clients/sdk-apps.js';
import { answers, hangs, text } from '../upstreams/behaviours.js';
import { echo, tool, type ScriptedHttp } from '../upstreams/scripted-http.js';
import { call, doing, listen, workflowApp, type Workflows } from './workflow-app.js';

export const inputSchema = { type: 'object', required: ['who'], properties: { who: { type: 'string' } } };
export const documents = {
  greet: doing([{ first: call('echo', { who: '${ who }' }) }, { second: { set: { hello: '${ who }' } } }], {
    input: { schema: { document: inputSchema } },
  }),
  fails: doing([
    { first: call('echo', { n: 1 }) },
    { second: call('breaks') },
    { third: call('echo', { n: 3 }) },
  ]),
  hangs: doing([{ first: call('hangs') }]),
  approve: doing([{ ask: listen('approval') }, { then: call('delete_all', { by: '${ by }' }) }]),
  deletes: doing([{ only: call('delete_all') }]),
  counts: doing([{ only: call('count') }]),
  waits: doing([{ ask: listen('go') }, { then: call('echo', { n: 2 }) }]),
};

/** What the tool `breaks` does. */
export interface Breaking {
  broken: boolean;
}

export const policies = { requireApproval: ['one__delete_*'] };

export interface SampleApp {
  readonly app: TestApp;
  readonly gateway: TestGateway;
  readonly one: ScriptedHttp;
  readonly workflows: Workflows;
  readonly breaking: Breaking;
}

/** An app with the documents above and a server that does what they want. */
export async function sampleApp(open: Keeper): Promise<SampleApp> {
  const breaking = { broken: true };
  const breaks = tool('breaks', (exchange) => {
    exchange.result(breaking.broken ? { ...text('out of order'), isError: true } : text('"fine"'));
  });
  const count = tool('count', (exchange) => {
    const stream = exchange.openStream();
    stream.notify('notifications/progress', { progressToken: exchange.progressToken, progress: 1, total: 2 });
    stream.result(text('counted'));
  });
  const tools = [echo, breaks, count, tool('hangs', hangs), tool('delete_all', answers(text('gone')))];
  const made = await workflowApp(open, tools, documents, { policies, env: { MAX_SIGNALS: 5 } });
  return { ...made, breaking };
}
