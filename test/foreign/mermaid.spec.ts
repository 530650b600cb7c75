import { mermaidOf } from '../../src/workflows/pictures/mermaid.js';
import { scenarios } from '../support/workflows/scenarios.js';
import { documents } from '../support/workflows/sample-app.js';
import { randomDocuments } from '../support/workflows/random-documents.js';
import { documentedWorkflows, WorkflowBench } from '../support/workflows/workflow-bench.js';

interface Mermaid {
  parse(text: string): Promise<{ readonly diagramType: string }>;
}

const bench = new WorkflowBench();
let mermaid: Mermaid;

/** By a name that the compiler does not follow: these packages are here only. */
const load = async (name: string): Promise<unknown> => import(name);

beforeAll(async () => {
  const { JSDOM } = (await load('jsdom')) as {
    JSDOM: new (html: string) => { window: { document: unknown } };
  };
  const { window } = new JSDOM('');
  Object.assign(globalThis, { window, document: window.document });
  mermaid = ((await load('mermaid')) as { default: Mermaid }).default;
});
afterAll(() => bench.close());

it('[workflow-mermaid-parsed] is what Mermaid reads, whatever the document', async () => {
  const all = [
    ...documentedWorkflows().values(),
    ...[...scenarios.values()].map(({ document }) => document),
    ...Object.values(documents),
    ...randomDocuments(30),
  ];
  for (const document of all) {
    const definition = bench.define(document);
    const states = [...definition.pointers.keys()].map((path) => [path, 'failed'] as const);
    for (const picture of [mermaidOf(definition), mermaidOf(definition, new Map(states))])
      expect(await mermaid.parse(picture)).toMatchObject({ diagramType: 'flowchart-v2' });
  }
});
