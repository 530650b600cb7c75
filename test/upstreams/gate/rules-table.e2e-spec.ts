import { readFileSync, writeFileSync } from 'node:fs';
import { markdownTable } from '../../../scripts/markdown-table.js';
import { closeAfterAll } from '../../support/closing.js';
import type { Answer, Json } from '../../support/clients/gateway-client.js';
import { NativeClient } from '../../support/clients/native-client.js';
import { createApp, type TestApp } from '../../support/clients/sdk-apps.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { asksThenSays, ModelServer } from '../../support/models/model-server.js';
import { HookReceiver } from '../../support/policies/hook-receiver.js';
import { ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../../support/upstreams/scripted-modern.js';
import { ScriptedSse } from '../../support/upstreams/scripted-sse.js';
import { laneStdio } from '../../support/upstreams/stdio.js';
import { waitFor } from '../../support/wait-for.js';
import { call, doing, Workflows } from '../../support/workflows/workflow-app.js';

const page = 'docs/policies.md';
const [begin, end] = ['<!-- ways: written by a test -->', '<!-- /ways -->'];
const open = closeAfterAll();
const secret = `ghp_${'a1'.repeat(12)}`;

/** What the policies of one and the same tool come to, by what it is called with. */
const outcomes = [
  ['allow', 'shown'],
  ['deny', 'denied'],
  ['ask', 'asked'],
  ['redact', 'redacted'],
  ['no rule', 'denied'],
  ['check', 'checked'],
  ['hook', 'hooked'],
] as const;
type Mode = (typeof outcomes)[number][0];

const allowed = "$arguments.mode in ['allow', 'check', 'hook']";

/** A rule of each kind, and what is not allowed is denied. */
const rulesFor = (name: string): Json[] => [
  ...['allow', 'deny', 'ask', 'redact'].map((then) => ({
    match: { tools: [name], when: then === 'allow' ? allowed : `$arguments.mode = '${then}'` },
    then,
    reason: 'Not like this.',
  })),
  { match: { tools: [name] }, then: 'deny', reason: 'Not like this.' },
];
/** Checks and hooks look at what the rules have allowed. */
const policiesFor = (...names: string[]): Json => ({
  rules: names.flatMap(rulesFor),
  checks: { urls: ['https://good.example/*'] },
  hooks: [{ on: ['tools/call'], phase: 'request', url: hook.url }],
});

/** What reached servers over HTTP. */
const reached: string[] = [];
/** Says what it was called with, and a secret of its own. */
const line = tool('line', (exchange) => {
  reached.push(JSON.stringify(exchange.args));
  exchange.result({ content: [{ type: 'text', text: JSON.stringify({ ...exchange.args, own: secret }) }] });
});
const args = (mode: Mode): Json => ({
  mode,
  note: `with ${secret}${mode === 'check' ? ' for https://bad.example/' : ''}`,
});

let hook: HookReceiver;
let model: ModelServer;
let gateway: TestGateway;
let app: TestApp;

beforeAll(async () => {
  hook = await open(HookReceiver.start());
  hook.reply = ({ arguments: given }) =>
    (given as Json)['mode'] === 'hook'
      ? { decision: 'deny', reason: 'Not by this hook.' }
      : { decision: 'pass' };
  const policies = policiesFor('line');
  const old = await open(ScriptedHttp.start([line]));
  const modern = await open(ScriptedModern.start([line]));
  const sse = await open(new ScriptedSse().listen());
  sse.results['tools/list'] = { tools: [line.definition] };
  sse.callResult = JSON.stringify({ content: [{ type: 'text', text: secret }] });
  model = await open(ModelServer.start());
  gateway = await open(
    startGateway({
      mcpServers: {
        old: { url: old.url, policies },
        modern: { url: modern.url, policies },
        sse: { url: sse.url, type: 'sse', policies },
        'stdio-old': { ...laneStdio('2025'), policies },
        'stdio-modern': { ...laneStdio('2026'), policies },
        plain: { url: old.url },
      },
      env: {
        EGRESS_ALLOW: [new URL(hook.url).host],
        WORKFLOW_EXPRESSION_MS: 10_000,
        ...{ CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/model' },
      },
    }),
  );
  app = await createApp(gateway, 'shop', {
    mcpServers: { one: { use: 'plain' } },
    policies: policiesFor('one__line', 'workflow__ruled-line'),
    workflows: {
      step: doing([{ first: call('line', { mode: '${ $input.mode }', note: '${ $input.note }' }) }]),
      'ruled-line': doing([{ first: { set: { said: '${ $input.note }' } } }]),
    },
  });
});

/** The same word for the same outcome, whichever way it is told. */
function outcomeOf(told: string): string {
  if (/approval-required|-32042|input_required|"approval":|"status":"waiting"/.test(told)) return 'asked';
  if (told.includes('Not like this.')) return 'denied';
  if (told.includes('an address that is not allowed')) return 'checked';
  if (told.includes('Not by this hook.')) return 'hooked';
  if (told.includes(secret)) return 'shown';
  return told.includes('[redacted]') ? 'redacted' : told;
}

/** Sessions of native clients by their address, opened when they are first used. */
const sessions = new Map<string, NativeClient>();

async function native(path: string, token: string, name: string, era: string, mode: Mode): Promise<string> {
  const url = `${gateway.url}${path}`;
  const params = { name, arguments: args(mode) };
  if (era === '2026') return JSON.stringify(await new NativeClient(url, token).modern('tools/call', params));
  const session = sessions.get(url) ?? new NativeClient(url, token);
  if (!sessions.has(url)) await session.initialize();
  sessions.set(url, session);
  return JSON.stringify(await session.request('tools/call', params));
}

async function chat(mode: Mode): Promise<string> {
  model.otherwise = asksThenSays({ name: 'line', args: args(mode) }, 'Done.');
  const input = { messages: [{ role: 'user', content: 'Do it.' }], approval: 'never' };
  const answer = await gateway.mcp('old', 'chat', input, { headers: { accept: 'application/json' } });
  // What the model wanted to be called is no secret to whoever reads the chat.
  return answer.text.replaceAll(/"input":\{[^}]*\}/g, '');
}

async function workflow(mode: Mode): Promise<string> {
  const runs = new Workflows(app);
  const id = await runs.start('step', args(mode));
  return JSON.stringify(
    await waitFor(`${id} to end or wait`, async () => {
      // What it was begun with is its caller's own.
      const run: Json = { ...(await runs.run(id)), input: undefined };
      return !['pending', 'running'].includes(String(run['status'])) && run;
    }),
  );
}

async function stream(name: string, mode: Mode): Promise<string> {
  const headers = { accept: 'text/event-stream' };
  const { text: events } = await gateway.call(name, 'line', args(mode), {}, { headers });
  return events.includes('event: approval') ? 'approval-required' : events;
}

const text = async (answer: Promise<Answer>): Promise<string> => (await answer).text;

const servers = ['old', 'modern', 'sse', 'stdio-old', 'stdio-modern'];
const eras = ['2025', '2026'];
const doors: readonly (readonly [string, (mode: Mode) => Promise<string>])[] = [
  ...servers.map(
    (name) => [`REST at ${name}`, (mode: Mode) => text(gateway.call(name, 'line', args(mode)))] as const,
  ),
  ...['old', 'modern'].map((name) => [`a stream at ${name}`, (mode: Mode) => stream(name, mode)] as const),
  ['the SDK', (mode) => text(app.use('one__line', args(mode)))],
  ...servers.flatMap((name) =>
    eras.map(
      (era) =>
        [
          `native ${era} at ${name}`,
          (mode: Mode) => native(`/api/servers/${name}/mcp`, gateway.token, 'line', era, mode),
        ] as const,
    ),
  ),
  ...eras.map(
    (era) =>
      [
        `native ${era} at the app`,
        (mode: Mode) => native('/api/apps/shop/mcp', app.token, 'one__line', era, mode),
      ] as const,
  ),
  ['a chat', chat],
  ['a step of a workflow', workflow],
  ['a workflow as a tool', (mode) => text(app.use('workflow__ruled-line', args(mode)))],
];

/** What was seen, by door. */
const table: Record<string, string[]> = {};

describe.each(doors)('Rules by %s', (door, ask) => {
  it.each(outcomes)('[rules-table] %s: %s', async (mode, outcome) => {
    const before = reached.length;
    const seen = outcomeOf(await ask(mode));
    (table[door] ??= []).push(seen);
    expect(seen).toBe(outcome);
    const now = reached.slice(before).join();
    if (outcome !== 'shown' && outcome !== 'redacted') expect(now).toBe('');
    if (outcome === 'redacted') expect(now).not.toContain(secret);
  });
});

it('[rules-table] the outcome of each kind of rule on each path is the table of the docs', () => {
  const rows = doors.map(([door]) => [door, ...(table[door] ?? [])]);
  const written = markdownTable([['Way', ...outcomes.map(([mode]) => `\`${mode}\``)], ...rows]);
  const said = readFileSync(page, 'utf8');
  const whole = `${said.slice(0, said.indexOf(begin) + begin.length)}\n\n${written}\n\n${said.slice(said.indexOf(end))}`;
  if (process.env['WRITE_DOCS'] !== undefined) writeFileSync(page, whole);
  else expect(said).toBe(whole);
});
