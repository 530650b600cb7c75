import { copyFileSync, rmSync } from 'node:fs';
import { commands } from '../../src/cli/command-table.js';
import { ticketOf } from '../support/clients/approvals.js';
import { closeAfterAll } from '../support/closing.js';
import { CliMachine } from '../support/clients/cli.js';
import type { PageVisitor } from '../support/clients/page-visitor.js';
import { connect } from '../support/connecting.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { invite, mintOperatorToken, signIn } from '../support/people.js';
import { GuardedHttp } from '../support/upstreams/guarded-http.js';
import { npmStdio } from '../support/upstreams/npm-servers.js';
import { ScriptedIssuer } from '../support/upstreams/scripted-issuer.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';
import { notRun } from './examples-not-run.js';
import { shellExamples } from './shell-examples.js';
import * as examples from '../support/workflows/example-workflows.js';

const open = closeAfterAll();
const files = temporaryFolder();
let gateway: TestGateway;
let machine: CliMachine;
let issuer: ScriptedIssuer;
let browser: PageVisitor | undefined;

/** Examples in the order in which a person comes to them, with what each needs first: it returns the id that the example leaves out. */
const journey: readonly (readonly [example: string, before?: () => Promise<string | undefined>])[] = [
  ['gantry whoami'],
  ['gantry init Support --use files,everything'],
  ['gantry push -m "read-only tools only" --yes', addWorkflows],
  ['gantry push --dry-run --json'],
  ['gantry pull --app support'],
  ['gantry pull --merge'],
  ['gantry diff'],
  ['gantry diff --config-version 1'],
  ['gantry status'],
  ['gantry versions'],
  ['gantry servers'],
  ['gantry servers published'],
  ['gantry catalog browser'],
  ['gantry servers reconnect everything'],
  ['gantry tools'],
  ['gantry tools --search "read a file"'],
  ['gantry tools files__read_text_file'],
  ['gantry tools echo --server everything'],
  ['gantry call everything__echo --arg message=hello'],
  ['gantry call files__read_text_file --arg path=welcome.md'],
  [`gantry call echo --server everything '{"message":"hi"}'`],
  ['gantry resources'],
  ['gantry resources --server everything'],
  ['gantry read demo://resource/static/document/features.md --server everything'],
  ['gantry prompts'],
  ['gantry prompts everything__args-prompt --arg city=Paris'],
  ['gantry gen src/tools.ts'],
  ...examples.workflowExamples,
  ['gantry workflows hooks triage add'],
  ['gantry workflows hooks triage'],
  ['gantry workflows emit order.paid \'{"order":"A-7"}\' --correlate order=A-7'],
  ['gantry run triage --arg message=hello'],
  [`gantry run triage '{"message":"hello"}' --detach`],
  ...examples.runListExamples,
  ...['show run_…', 'show run_… --mermaid', 'logs run_…'].map(
    (what) => [`gantry runs ${what}`, runOf('triage', 'completed')] as const,
  ),
  [`gantry runs signal run_… paid '{"amount":5}'`, runOf('pays', 'waiting')],
  ['gantry runs approve run_… --note "seen and right"', runOf('asks', 'waiting')],
  ['gantry runs cancel run_…', runOf('asks', 'waiting')],
  ['gantry runs retry run_…', runOf('fails', 'failed')],
  ['gantry runs retry run_… --from /do/0/boom --current', runOf('fails', 'failed')],
  ['gantry approvals'],
  ['gantry approvals show apr_…', asked],
  ['gantry approvals approve apr_… --note "seen and right"', asked],
  ['gantry approvals deny apr_… --note "not this one"', asked],
  ['gantry connect'],
  ['gantry connect cursor'],
  ['gantry connect claude-code --write'],
  ['gantry open'],
  ['gantry open connections'],
  ['gantry apps'],
  ['gantry connections add notion'],
  ['gantry connections'],
  ['gantry connections test ucr_…', connected],
  ['gantry connections rm ucr_… --yes', connected],
  ['gantry apps create "My shop" --slug shop'],
  ['gantry connections add shop.crm --for app', shopUsesNotion],
  ['gantry apps delete shop --yes'],
  ['gantry secrets set GITHUB_PAT --origins https://api.githubcopilot.com'],
  ['gantry secrets allow GITHUB_PAT https://api.githubcopilot.com'],
  ['gantry secrets'],
  ['gantry secrets rm GITHUB_PAT --yes'],
  ['gantry keys create laptop --expires 90'],
  ['gantry keys'],
  ['gantry keys rm tok_… --yes', keyOf],
  ['gantry rollback 1 --yes -m "as it was"'],
  ['gantry invite bo@example.com'],
  ['gantry invite bo@example.com --role admin'],
  ['gantry invitations'],
  ['gantry invitations revoke inv_…', openInvitation],
  ['gantry members'],
  ['gantry access add role:member files,support.*,workflows'],
  ['gantry access'],
  ['gantry access rm role:member files,support.*,workflows'],
  ['gantry members reset ana@example.com', anaJoins],
  ['gantry members reset ana@example.com --factor'],
  ['gantry access add ana@example.com everything --allow "get-*,echo"'],
  ['gantry members role ana@example.com admin'],
  ['gantry members rm ana@example.com --yes'],
  ['gantry account'],
  ['gantry sessions'],
  ['gantry sessions end ses_…', anyBrowser],
  ['gantry sessions end all'],
  ['gantry tokens'],
  ['gantry tokens revoke tok_… --yes', otherToken],
  ['gantry grants'],
  ['gantry doctor'],
  ['gantry search file'],
  ['gantry search "read file" --json'],
  ['gantry settings'],
  ['gantry settings oauth'],
  ['gantry calls'],
  ['gantry calls --server files --status error'],
  ['gantry calls req_…', lastCall],
  ...examples.usageExamples,
  ['gantry audit'],
  ['gantry audit --limit 200 --json'],
  ['gantry init Billing --file gantry.json', leaveFolder],
  ['gantry account --second-factor required'],
  ['gantry logout'],
];

beforeAll(async () => {
  copyFileSync('samples/files/welcome.md', files.file('welcome.md'));
  const mcpServers = { everything: npmStdio.everything(), files: npmStdio.filesystem(files.path) };
  issuer = await open(ScriptedIssuer.start());
  const { url } = await open(GuardedHttp.guard(issuer));
  const notion = { url, auth: { type: 'oauth', for: 'user', issuer: issuer.issuer } };
  const env = { ADMIN_EMAIL: examples.boss.email, ADMIN_PASSWORD: examples.boss.password };
  gateway = await open(startGateway({ mcpServers: { ...mcpServers, notion }, env }));
  machine = await open(CliMachine.create({ GANTRY_URL: gateway.url }));
  await machine.run(['login', '--with-token'], { input: gateway.token });
});

afterAll(() => {
  files.remove();
});

/** Runs an example; its standard output. The words of these examples need no shell: quotes surround whole words. */
async function type(example: string): Promise<string> {
  const words = (example.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) =>
    word.replace(/^(["'])(.*)\1$/, '$2'),
  );
  const { code, stdout, stderr } = await machine.run(words.slice(1), { input: 'a value\n' });
  if (code !== 0) throw new Error(`${example}: ${stderr}`);
  return stdout;
}

function addWorkflows(): Promise<undefined> {
  machine.write('workflows/triage.test.yaml', examples.triageFixture);
  const mcpServers = { files: { use: 'files' }, everything: { use: 'everything' } };
  const config = {
    mcpServers,
    workflows: examples.exampleWorkflows,
    policies: { requireApproval: ['everything__get-env'] },
  };
  machine.write('gantry.yaml', JSON.stringify(config, null, 2));
  return Promise.resolve(undefined);
}

/** The id of a call that waits for an approval. */
async function asked(): Promise<string> {
  const body = { name: 'everything__get-env' };
  return ticketOf(await gateway.json('/api/sdk/tools/call?app=support', { body })).id;
}

/** The id of a new run that stands as is wanted. */
function runOf(workflow: string, status: string): () => Promise<string> {
  return async () => {
    const id = (await type(`gantry run ${workflow} '{"message":"hello"}' --detach`)).trim();
    await waitFor(`${id} to be ${status}`, async () => {
      const { body } = await gateway.json(`/api/sdk/workflows/runs/${id}?app=support`);
      return body['status'] === status;
    });
    return id;
  };
}

async function jsonOf(line: string): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>[]>>> {
  return JSON.parse(await type(`${line} --json`)) as Record<string, Record<string, unknown>[]>;
}

async function connected(): Promise<string> {
  browser ??= await signIn(gateway, examples.boss);
  await connect(browser, issuer, '/connect/notion');
  const { connections = [] } = await jsonOf('gantry connections');
  return String(connections[0]?.['id']);
}

async function shopUsesNotion(): Promise<undefined> {
  const body = { version: 1, config: { mcpServers: { crm: { use: 'notion' } } } };
  const { status, text } = await gateway.json('/api/cli/apps/shop/config', { method: 'PUT', body });
  if (status !== 200) throw new Error(text);
}

async function keyOf(): Promise<string> {
  const { keys = [] } = await jsonOf('gantry keys');
  return String(keys.find(({ name }) => name === 'laptop')?.['id']);
}

async function otherToken(): Promise<string> {
  await mintOperatorToken(gateway, ['tools:read']);
  const { tokens = [] } = await jsonOf('gantry tokens');
  return String(tokens.find(({ current }) => current === false)?.['id']);
}

async function lastCall(): Promise<string> {
  const { calls = [] } = await jsonOf('gantry calls');
  return String(calls[0]?.['requestId']);
}

/** Somebody signs in. */
async function anyBrowser(): Promise<string> {
  await signIn(gateway, examples.boss);
  const { sessions = [] } = await jsonOf('gantry sessions');
  return String(sessions[0]?.['id']);
}

async function openInvitation(): Promise<string> {
  const { invitations = [] } = await jsonOf('gantry invitations');
  return String(invitations[0]?.['id']);
}

/** A folder is linked to one app. */
function leaveFolder(): Promise<undefined> {
  rmSync(machine.file('.gantry'), { recursive: true });
  return Promise.resolve(undefined);
}

async function anaJoins(): Promise<undefined> {
  const person = { name: 'Ana', password: 'correct horse battery' };
  await invite(gateway, { email: 'ana@example.com', role: 'member' }, person);
}

it('[cli-examples] each example of the help runs as it stands', async () => {
  for (const [example, before] of journey) {
    const found = await before?.();
    const line = example.replace(/\w+_…/, found ?? '');
    await type(line);
  }
});

it('[cli-examples] every command has examples, and all of them are run or say why not', async () => {
  const help = (await machine.run(['--help'])).stdout;
  const ofTheHelp = (/Examples:\n([\s\S]*)/.exec(help)?.[1] ?? '').trim().split(/\n */);
  const all = new Set([...ofTheHelp, ...commands.flatMap(({ examples }) => examples)]);
  const run = journey.map(([example]) => example);
  const known = new Set([...run, ...shellExamples, ...Object.keys(notRun)]);
  expect([...all].filter((example) => !known.has(example))).toEqual([]);
  expect([...known].filter((example) => !all.has(example))).toEqual([]);
});

it('[cli-help] the help has groups, and the help of each command ends with its examples', async () => {
  const help = (await machine.run(['--help'])).stdout;
  const headings = [...help.matchAll(/^(\w+):$/gm)].map(([, heading]) => heading);
  expect(headings.join(' ')).toBe('Options Start Tools Apps Workflows People Operate Examples');
  const ends: readonly (readonly [words: readonly string[], last: string])[] = [
    [['runs'], 'gantry runs retry run_…'],
    [['members', 'rm'], 'gantry members rm ana@example.com --yes'],
    [['tools'], 'gantry tools echo --server everything'],
  ];
  for (const [words, last] of ends) {
    const { code, stdout } = await machine.run([...words, '--help']);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n').at(-1)?.trim()).toBe(last);
  }
  expect((await machine.run(['help', 'members', 'rm'])).stdout).toContain('by e-mail address or id');
});
