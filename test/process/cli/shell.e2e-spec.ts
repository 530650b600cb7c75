import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { shellExamples } from '../../cli/shell-examples.js';
import { operatorOf } from '../../support/clients/apps-client.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { createApp } from '../../support/clients/sdk-apps.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { ProcessMachine } from '../../support/processes/cli-process.js';
import { findProcess } from '../../support/processes/processes.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { linesOf, stdioServer } from '../../support/upstreams/stdio.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const home = temporaryFolder();
const effects = home.file('effects');
let gateway: TestGateway;
let machine: ProcessMachine;

beforeAll(async () => {
  const http = await open(ScriptedHttp.start([echo]));
  gateway = await open(
    startGateway({
      mcpServers: { everything: { url: http.url }, desk: stdioServer({ EFFECTS_FILE: effects }) },
    }),
  );
  await createApp(gateway, 'support', { mcpServers: { everything: { use: 'everything' } } });
  machine = await open(
    ProcessMachine.create({ HOME: home.path, GANTRY_URL: gateway.url, GANTRY_APP: 'support' }),
  );
});

afterAll(() => {
  home.remove();
});

/** Runs a line as a person types it into bash. */
async function shell(line: string): Promise<string> {
  const functions = 'gantry() { "$NODE" "$MAIN" "$@"; }; pass() { echo ghp_secret; }';
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-e', '-o', 'pipefail', '-c', `${functions}\n${line}`],
    {
      cwd: machine.folder,
      env: { PATH: process.env['PATH'], NODE: process.execPath, MAIN: machine.main, ...machine.env },
    },
  );
  return stdout;
}

it('[cli-examples] the examples of the help that need a shell run in bash as they stand', async () => {
  machine.write('token.txt', gateway.token);
  mkdirSync(home.file('.config/fish/completions'), { recursive: true });
  mkdirSync(home.file('.cursor'));
  const foreign = { mcpServers: { docs: { url: 'https://docs.example.com/mcp' } } };
  writeFileSync(home.file('.cursor/mcp.json'), JSON.stringify(foreign));
  const printed = new Map<string, string>();
  for (const example of shellExamples) printed.set(example, await shell(example));
  expect(JSON.parse(printed.get(shellExamples[1]) ?? '')).toMatchObject({
    structuredContent: { message: 'hi' },
  });
  const { body } = await operatorOf(gateway).app('support', '/secrets');
  expect((body['secrets'] as Json[]).map(({ name }) => name)).toEqual(['GITHUB_PAT']);
  expect(machine.read('gantry.yaml')).toContain('https://docs.example.com/mcp');
  expect(readFileSync(home.file('.config/fish/completions/gantry.fish'), 'utf8')).toContain('complete -c');
});

it('[cli-completion] the script for bash completes commands and options', async () => {
  const script = await shell('gantry completion bash');
  const complete = (words: string) => `COMP_WORDS=(${words}) COMP_CWORD=2; _gantry; echo "\${COMPREPLY[@]}"`;
  expect(await shell(`${script}\n${complete('gantry secrets s')}; ${complete('gantry push --dr')}`)).toBe(
    'set\n--dry-run\n',
  );
});

it('[cli-ctrl-c] [cli-no-token-in-ps] SIGINT cancels the tool, and the list of processes never shows the token', async () => {
  const env = { GANTRY_TOKEN: gateway.token };
  const call = machine.start(['call', 'wait', '--server', 'desk'], { env });
  await waitFor('the tool', () => linesOf(effects).includes('waiting'));
  const { command } = findProcess(call.pid) ?? {};
  expect(command).toContain('call wait --server desk');
  expect(command).not.toContain(gateway.token);
  call.interrupt();
  expect(await call.ended).toMatchObject({ code: 130, stdout: '' });
  await waitFor('the cancellation', () => linesOf(effects).includes('cancelled'));
});
