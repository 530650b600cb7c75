// Runs the built command and curl in a real terminal against a real gateway and draws what the terminal shows: the pictures of the README.
// Wants a free port 3000, util-linux' `script`, jq and curl. Write them again with `npm run docs:sessions`.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PageVisitor } from '../test/support/clients/page-visitor.js';
import { PtySession } from '../test/support/processes/pty-session.js';
import { temporaryFolder } from '../test/support/temporary-folder.js';
import { waitFor } from '../test/support/wait-for.js';
import { terminalPicture } from './terminal-picture.js';
import { TerminalScreen } from './terminal-screen.js';

/** One picture. */
interface Session {
  readonly picture: string;
  readonly title: string;
  readonly columns: number;
  readonly steps: readonly Step[];
}

interface Step {
  /** What is typed at the prompt of the shell. */
  readonly line: string;
  /** Questions of the command, with what is typed as the answer, or what else happens then. */
  readonly answers?: readonly (readonly [
    question: string,
    answer: string | ((shown: string) => Promise<void>),
  ])[];
}

const prompt = '$ ';
const url = 'http://127.0.0.1:3000';
const person = { email: 'ana@example.com', password: 'correct horse battery' };
const folder = temporaryFolder();
const main = execFileSync(process.execPath, ['test/support/processes/build.mjs'], { encoding: 'utf8' });
const token = `gtu_${'recorded'.repeat(6)}`;

/** Somebody approves the login in a browser. */
async function approve(shown: string): Promise<void> {
  const code = /\b[B-Z]{4}-[B-Z]{4}\b/.exec(shown)?.[0] ?? '';
  const browser = new PageVisitor(url);
  await browser.submit(await browser.get('/login'), '/login', person);
  const facts = await browser.submit(await browser.get('/device'), '/device', { user_code: code });
  await browser.submit(facts, '/device/decision', { decision: 'approve' });
}

const command: Session = {
  picture: 'docs/images/command.svg',
  title: 'The gantry command: log in, push a config, call a tool',
  columns: 84,
  steps: [
    {
      line: 'gantry login',
      answers: [
        ['Address of the gateway', ''],
        ['approve the code', approve],
      ],
    },
    { line: 'gantry init Support --use everything,files' },
    {
      line: 'gantry push -m "first version"',
      answers: [['Push this to support?', 'y']],
    },
    { line: 'gantry tools --search sum' },
    { line: 'gantry call everything__get-sum -a a=19 -a b=23' },
    { line: `echo '    tools: { deny: [write_*] } # read-only' >> gantry.yaml` },
    { line: 'gantry push -m "nothing is written"', answers: [['Push this to support?', 'y']] },
    { line: 'gantry versions' },
  ],
};

const call = `curl -sN -H "Authorization: Bearer $GANTRY_TOKEN" $GANTRY_URL/api/servers/everything/mcp/call \\\n  -H 'Content-Type: application/json'`;
const firstMinute: Session = {
  picture: 'docs/images/first-minute.svg',
  title: 'curl: list servers, call a tool, stream its progress',
  columns: 110,
  steps: [
    {
      line: `curl -s -H "Authorization: Bearer $GANTRY_TOKEN" $GANTRY_URL/api/servers \\\n  | jq -c '.servers[] | {handle, status, toolCount}'`,
    },
    { line: `${call} -d '{"name":"get-sum","arguments":{"a":19,"b":23}}'; echo` },
    {
      line: `${call} -H 'Accept: text/event-stream' \\\n  -d '{"name":"trigger-long-running-operation","arguments":{"duration":2,"steps":2}}'`,
    },
  ],
};

async function startGateway(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...{ PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '3000', LOG_FORMAT: 'json' },
      ...{ DATA_DIR: folder.file('data'), BOOTSTRAP_TOKEN: token, DEVICE_POLL_SECONDS: '1' },
      ...{ ADMIN_EMAIL: person.email, ADMIN_PASSWORD: person.password },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (log += text));
  await waitFor('the gateway', () => log.includes('"gateway.ready"') || child.exitCode !== null, 20_000);
  if (child.exitCode !== null) throw new Error(`the gateway did not start:\n${log}`);
  await waitFor('its servers', areReady, 20_000);
  return child;
}

async function areReady(): Promise<boolean> {
  const answer = await fetch(`${url}/api/servers`, { headers: { authorization: `Bearer ${token}` } });
  const { servers } = (await answer.json()) as { servers: { status: string }[] };
  return servers.every(({ status }) => status === 'ready');
}

/** A folder with the `gantry` command, as it is installed by npm. */
function commandFolder(): string {
  const bin = folder.file('bin');
  mkdirSync(bin);
  chmodSync(join(dirname(main), 'cli/main.js'), 0o755);
  symlinkSync(join(dirname(main), 'cli/main.js'), join(bin, 'gantry'));
  return bin;
}

/** Types the steps into a shell of its own; gives all that the terminal has shown. */
async function record(bin: string, { steps, columns }: Session): Promise<string> {
  const home = folder.file(`home-${String(columns)}`);
  mkdirSync(join(home, 'support'), { recursive: true });
  const rc = join(home, 'rc');
  // The prompt is blue, what is typed is bold.
  writeFileSync(
    rc,
    `stty cols ${String(columns)} rows 100
PS1='\\[\\e[1;34m\\]$\\[\\e[0;1m\\] ' PS2='  ' PS0='\\e[0m'
`,
  );
  const session = PtySession.start(['bash', '--noprofile', '--rcfile', rc, '-i'], {
    cwd: join(home, 'support'),
    env: {
      ...{ HOME: home, PATH: `${bin}:${String(process.env['PATH'])}`, TERM: 'xterm-256color' },
      ...{ LANG: 'C.UTF-8', GANTRY: url, KEY: token },
    },
  });
  const idle = (): Promise<unknown> => waitFor('the prompt', () => session.text.endsWith(prompt), 30_000);
  await idle();
  for (const { line, answers = [] } of steps) {
    session.type(line.replaceAll('\n', '\r'));
    await waitFor('the echo', () => session.text.includes(line.split('\n').at(-1) ?? ''));
    session.enter();
    for (const [question, answer] of answers) {
      await session.sees(question);
      if (typeof answer === 'string') session.enter(answer);
      else await answer(session.text);
    }
    await waitFor('the output', () => !session.text.endsWith(prompt + line));
    await idle();
  }
  await session.close();
  return session.output;
}

function draw(output: string, { picture, title, columns }: Session): void {
  const screen = new TerminalScreen(columns);
  screen.write(output);
  // The last prompt waits for nothing; the others get some air.
  const lines = screen.rows.slice(0, -1);
  const rows = lines.flatMap((row, index) => (index > 0 && isPrompt(row) ? [[], row] : [row]));
  writeFileSync(picture, terminalPicture(rows, columns, title));
  console.log(`${picture}: ${String(rows.length)} lines`);
}

function isPrompt(row: TerminalScreen['rows'][number]): boolean {
  return row[0]?.character === '$' && row[0].look === 'bold blue';
}

const gateway = await startGateway();
try {
  const bin = commandFolder();
  for (const session of [firstMinute, command]) draw(await record(bin, session), session);
} finally {
  gateway.kill();
  await once(gateway, 'close');
  folder.remove();
}
