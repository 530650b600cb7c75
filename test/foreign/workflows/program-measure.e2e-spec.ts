import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { estimatedTokens } from '../../../src/platform/usage/tally.js';
import { closeAfterAll } from '../../support/closing.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { createApp, toolsOf, type TestApp } from '../../support/clients/sdk-apps.js';
import { startGateway } from '../../support/gateway.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { npmStdio } from '../../support/upstreams/npm-servers.js';
import {
  fillFolder,
  modelTasks,
  type ModelCall,
  type ModelTask,
} from '../../support/workflows/program-tasks.js';

/** What a task costs a model: turns, what it reads in all of them, and what it writes, in tokens. */
interface Cost {
  readonly turns: number;
  readonly read: number;
  readonly written: number;
}

const page = 'docs/run-workflow.md';
const open = closeAfterAll();
let app: TestApp;
let folder: string;
let tools: Json[];

const tokens = (value: unknown) => estimatedTokens(Buffer.byteLength(JSON.stringify(value)));
const called = async ({ name, arguments: args }: ModelCall): Promise<Json> =>
  (await app.json('/api/sdk/tools/call', { body: { name, arguments: args } })).body;

beforeAll(async () => {
  const made = temporaryFolder();
  folder = made.path;
  await open({
    close: () => {
      made.remove();
      return Promise.resolve();
    },
  });
  mkdirSync(join(folder, 'files'), { recursive: true });
  const mcpServers = {
    files: npmStdio.filesystem(join(folder, 'files')),
    memory: npmStdio.memory(join(folder, 'memory.json')),
    everything: npmStdio.everything(),
  };
  const gateway = await open(startGateway({ mcpServers }));
  const uses = Object.fromEntries(Object.keys(mcpServers).map((name) => [name, { use: name }]));
  app = await createApp(gateway, 'shop', { mcpServers: uses, features: { runWorkflow: true } });
  tools = toolsOf(await app.json('/api/sdk/tools?limit=200&refresh=true')).map(
    ({ server: _, tool: __, ...tool }) => tool,
  );
});

/** Each turn reads the list and all that was said before it; the last one writes the answer. */
function costOf(
  list: readonly Json[],
  said: readonly { readonly written: unknown; readonly results: unknown }[],
  answer: unknown,
): Cost {
  let history = tokens(list);
  let read = 0;
  let written = 0;
  for (const turn of said) {
    read += history;
    written += tokens(turn.written);
    history += tokens(turn.written) + tokens(turn.results);
  }
  return { turns: said.length + 1, read: read + history, written: written + tokens(answer) };
}

async function byCalls({ turns, answer }: ModelTask, part: string): Promise<readonly [Cost, unknown]> {
  const results: Json[] = [];
  const said = [];
  for (const turn of turns) {
    const written = turn(results, part);
    const answers = await Promise.all(written.map(called));
    for (const result of answers) expect(result['isError'] ?? false).toBe(false);
    results.push(...answers);
    said.push({ written, results: answers.map(({ content }) => content) });
  }
  const last = answer(results);
  return [
    costOf(
      tools.filter(({ name }) => name !== 'run_workflow'),
      said,
      last,
    ),
    last,
  ];
}

async function byProgram(
  { tasks, output, language = 'jsonata' }: ModelTask,
  part: string,
): Promise<readonly [Cost, unknown]> {
  const document = `document: { dsl: '1.0.3', namespace: x, name: x, version: '1.0.0' }
evaluate: { language: ${language} }
do:
${tasks}
output: { as: '\${ ${output} }' }
`;
  const written = { name: 'run_workflow', arguments: { document, input: { folder: part } } };
  const result = await called(written);
  expect(result).not.toMatchObject({ isError: true });
  const { output: last } = result['structuredContent'] as Json;
  return [costOf(tools, [{ written, results: result['content'] }], last), last];
}

describe('Ten tasks over servers from npm', () => {
  it('[program-measure] come to the same by one program as by calls, and the page has what both cost', async () => {
    const rows: (readonly [string, Cost, Cost])[] = [];
    for (const [index, task] of modelTasks.entries()) {
      const [one, other] = ['calls', 'program'].map((way) =>
        join(folder, 'files', `${String(index)}-${way}`),
      ) as [string, string];
      for (const part of [one, other]) fillFolder(part);
      const [calls, answer] = await byCalls(task, one);
      const [program, output] = await byProgram(task, other);
      expect([task.name, output]).toEqual([task.name, answer]);
      rows.push([task.name, calls, program]);
    }
    const sum = (which: 1 | 2, member: keyof Cost) => rows.reduce((all, row) => all + row[which][member], 0);
    expect(sum(2, 'turns')).toBeLessThan(sum(1, 'turns'));
    expect(sum(2, 'read')).toBeLessThan(sum(1, 'read'));
    const total = (which: 1 | 2): Cost => ({
      turns: sum(which, 'turns'),
      read: sum(which, 'read'),
      written: sum(which, 'written'),
    });
    const table = tableOf(
      [...rows, ['**All**', total(1), total(2)]],
      tokens(tools.find(({ name }) => name === 'run_workflow')),
    );
    const text = readFileSync(page, 'utf8');
    const written = text.replace(/(<!-- measured -->\n)[^]*(<!-- \/measured -->)/, `$1\n${table}\n\n$2`);
    if (process.env['WRITE_DOCS'] !== undefined) writeFileSync(page, written);
    for (const [name] of rows) expect(text).toContain(`| ${name} `);
  });
});

function tableOf(rows: readonly (readonly [string, Cost, Cost])[], tool: number): string {
  const cells = rows.map(([name, one, other]) =>
    [name, one.turns, other.turns, one.read, other.read, one.written, other.written].map(String),
  );
  const head = ['Task', 'Turns', 'with', 'Tokens read', 'with', 'Tokens written', 'with'];
  const lines = [head, head.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`);
  return `${lines.join('\n')}\n\nThe list of the ${String(tools.length - 1)} tools costs ${String(tokens(tools) - tool)} tokens, \`run_workflow\` ${String(tool)} more.`;
}
