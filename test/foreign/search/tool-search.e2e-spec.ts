import { readFileSync } from 'node:fs';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import { createApp, toolsOf, type TestApp } from '../../support/clients/sdk-apps.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { exam, practice, type Question } from './questions.js';
import { realServers } from './real-servers.js';

const open = closeAfterAll();
const folder = temporaryFolder();
let app: TestApp;

beforeAll(async () => {
  const servers = realServers(folder.path);
  const gateway = await open(startGateway({ mcpServers: servers, env: { LIST_DEADLINE_MS: 30_000 } }));
  const uses = Object.keys(servers).map((name) => [name, { use: name }]);
  app = await createApp(gateway, 'all', { mcpServers: Object.fromEntries(uses) });
});

afterAll(() => {
  folder.remove();
});

interface Score {
  readonly questions: number;
  /** Percent of questions whose tool comes first. */
  readonly hit1: string;
  /** Percent of questions whose tool is among the first five. */
  readonly hit5: string;
  readonly missed: readonly string[];
}

async function grade(questions: readonly Question[]): Promise<Score> {
  let [first, five] = [0, 0];
  const missed: string[] = [];
  for (const { ask, server, tool } of questions) {
    const found = toolsOf(await app.tools(`?limit=5&search=${encodeURIComponent(ask)}`));
    const place = found.findIndex((hit) => hit['server'] === server && hit['tool'] === tool);
    if (place === 0) first++;
    if (place >= 0) five++;
    else missed.push(`${ask} -> ${server}__${tool}`);
  }
  const percent = (count: number) => ((100 * count) / questions.length).toFixed(1);
  return { questions: questions.length, hit1: percent(first), hit5: percent(five), missed };
}

it.each([
  ['Practice', practice, 75, 95],
  ['Exam', exam, 70, 90],
])(
  '[tool-search-hits] finds the tools of real servers by what people want: %s',
  async (name, questions, hit1, hit5) => {
    expect((await app.names()).length).toBeGreaterThan(90);
    const score = await grade(questions);
    const row = `| ${name} | ${String(score.questions)} | ${score.hit1} % | ${score.hit5} % |`;
    process.stdout.write(`${row}\n${score.missed.map((line) => `  not among five: ${line}\n`).join('')}`);
    expect(Number(score.hit1)).toBeGreaterThanOrEqual(hit1);
    expect(Number(score.hit5)).toBeGreaterThanOrEqual(hit5);
    expect(readFileSync('docs/tool-search.md', 'utf8').replaceAll(/ +/g, ' ')).toContain(row);
  },
  60_000,
);

it('asks at least sixty questions, none of them twice, about tools that exist', async () => {
  const all = [...practice, ...exam];
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(new Set(all.map(({ ask }) => ask)).size).toBe(all.length);
  const tools = toolsOf(await app.tools('?limit=200'));
  const known = new Set(tools.map((tool) => `${String(tool['server'])} ${String(tool['tool'])}`));
  expect(all.filter(({ server, tool }) => !known.has(`${server} ${tool}`))).toEqual([]);
});

it('[tool-search-order] gives the best first, with scores, in pages, and nothing that has nothing to do with it', async () => {
  const found = await app.tools('?limit=3&search=merge%20a%20pull%20request');
  const hits = toolsOf(found);
  expect(hits[0]).toMatchObject({ name: 'github__merge_pull_request', server: 'github', inputSchema: {} });
  const scores = hits.map(({ score }) => Number(score));
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(scores.every((score) => score > 0)).toBe(true);
  const cursor = found.body['nextCursor'] as string;
  const next = toolsOf(await app.tools(`?limit=3&search=merge%20a%20pull%20request&cursor=${cursor}`));
  expect(Number(next[0]?.['score'])).toBeLessThanOrEqual(scores.at(-1) ?? 0);
  expect((await app.tools(`?search=something%20else&cursor=${cursor}`)).body['code']).toBe('invalid-cursor');
  expect(toolsOf(await app.tools('?search=qwzxv'))).toEqual([]);
  expect(toolsOf(await app.tools('?search=%F0%9F%A6%84'))).toEqual([]);
  expect(
    toolsOf(await app.tools('?search=graph&server=memory')).every(({ server }) => server === 'memory'),
  ).toBe(true);
});
