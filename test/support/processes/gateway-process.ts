import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { VariableName } from '../../../src/platform/config/variables.js';
import { gatewayState, settings, writeMcpConfig, type GatewayState, type ServerEntries } from '../gateway.js';
import { GatewayClient } from '../clients/gateway-client.js';
import { descendantsOf, type ProcessRecord } from './processes.js';
import { countWaitsOf } from '../measures/own-time.js';
import type { LogLine } from '../recording-logger.js';
import { waitFor } from '../wait-for.js';

export interface SpawnOptions {
  /** Environment variables beside those of every test; `undefined` takes one of those away. */
  readonly env?: Partial<Record<VariableName | `CANARY_${string}`, string | undefined>>;
  readonly mcpServers?: ServerEntries;
  /** Options of Node. */
  readonly nodeOptions?: readonly string[];
  /** Whether it is started as users do, by the script of package.json. */
  readonly throughNpm?: boolean;
  /** The program that starts it, with arguments, such as `setpriv`. */
  readonly through?: readonly string[];
  /** State of a gateway that ran before; its owner removes it. */
  readonly state?: GatewayState;
  /** Whether not even the tables are there, as when somebody starts it for the first time. */
  readonly isEmpty?: boolean;
}

/** Pino's levels are tens. */
const levels = ['silent', 'trace', 'debug', 'info', 'warn', 'error', 'fatal'];

/** The built gateway as a process of its own. */
export class GatewayProcess {
  #client: GatewayClient | undefined;
  /** Standard output and standard error as they came. */
  output = '';

  constructor(
    readonly child: ChildProcess,
    readonly state: GatewayState,
    private readonly ownsState: boolean,
  ) {
    countWaitsOf(this.pid);
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => (this.output += chunk));
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /** Only after `ready`. */
  get client(): GatewayClient {
    if (this.#client === undefined) throw new Error('ready() has not been awaited');
    return this.#client;
  }

  /** Waits until it serves; rejects with its output when it ends instead. */
  async ready(token = this.state.token): Promise<GatewayClient> {
    const line = await waitFor('the gateway to be ready', () => {
      if (this.child.exitCode !== null) throw new Error(`the gateway ended:\n${this.output}`);
      return this.logs().find(({ event }) => event === 'gateway.ready');
    });
    this.#client = new GatewayClient(String(line['url']), token);
    return this.#client;
  }

  /** JSON lines of the log so far. */
  logs(): LogLine[] {
    return this.output
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => {
        const { level, ...rest } = JSON.parse(line) as LogLine;
        return { ...rest, event: rest.event, level: levels[Number(level) / 10] ?? level };
      });
  }

  children(): ProcessRecord[] {
    return descendantsOf(this.pid);
  }

  /** Sends the signal and waits for the end; the exit code, or the signal that ended it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, 'close');
      this.child.kill(signal);
      await ended;
    }
    if (this.ownsState) await this.state.remove();
    return this.child.exitCode ?? (this.child.signalCode as NodeJS.Signals);
  }
}

/** Starts `node dist/main.js` of the present sources with a clean environment. Await `ready` before using it. */
export async function spawnGateway({
  env,
  mcpServers,
  nodeOptions = [],
  throughNpm = false,
  through = [],
  state: given,
  isEmpty = false,
}: SpawnOptions = {}): Promise<GatewayProcess> {
  const main = await builtMain();
  const state = given ?? (await gatewayState({ isEmpty }));
  if (mcpServers !== undefined || !existsSync(state.folder.file('mcp.json')))
    writeMcpConfig(state, { mcpServers: mcpServers ?? {} });
  const [command = process.execPath, ...args] = throughNpm
    ? npmStart(main, state)
    : [...through, process.execPath, '--enable-source-maps', ...nodeOptions, main];
  const child = spawn(command, args, {
    cwd: state.folder.path,
    env: environment({ ...settings(state), LOG_FORMAT: 'json', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new GatewayProcess(child, state, given === undefined);
}

/** The script runs in a folder that looks like the repository. */
function npmStart(main: string, { folder }: GatewayState): [string, ...string[]] {
  copyFileSync(new URL('../../../package.json', import.meta.url), folder.file('package.json'));
  symlinkSync(dirname(main), folder.file('dist'));
  return ['npm', 'run', 'start:prod'];
}

function environment(values: Readonly<Record<string, unknown>>): NodeJS.ProcessEnv {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const { PATH, HOME } = process.env;
  return { PATH, HOME, ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])) };
}

let building: Promise<string> | undefined;

/** `main.js` of a build of the present sources; `BUILT_MAIN` names the one that CI has made. */
export function builtMain(): Promise<string> {
  const given = process.env['BUILT_MAIN'];
  if (given !== undefined) return Promise.resolve(given);
  const script = fileURLToPath(new URL('build.mjs', import.meta.url));
  building ??= promisify(execFile)(process.execPath, [script], { env: { PATH: process.env['PATH'] } }).then(
    ({ stdout }) => stdout,
  );
  return building;
}
