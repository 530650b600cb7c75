import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtMain } from '../processes/gateway-process.js';
import type { Json } from './gateway-client.js';
import { PtySession } from './pty-session.js';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.js';

/** What a command left behind. */
export interface Ended {
  readonly code: number | NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as JSON. */
  readonly json: Json;
}

export interface RunOptions {
  /** Standard input; closed at once when absent. */
  readonly input?: string;
  /** Variables beside PATH and those of the machine. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A machine of its own for the built command: a home, a working folder, an environment. */
export class CliMachine {
  private constructor(
    readonly main: string,
    private readonly home: TemporaryFolder,
    readonly env: Record<string, string>,
  ) {
    mkdirSync(this.folder);
  }

  static async create(env: Readonly<Record<string, string>> = {}): Promise<CliMachine> {
    const main = join(dirname(await builtMain()), 'cli', 'main.js');
    return new CliMachine(main, temporaryFolder(), { ...env });
  }

  /** Where commands run. */
  get folder(): string {
    return this.home.file('work');
  }

  get credentialsPath(): string {
    return this.home.file('.config/gantry/hosts.json');
  }

  get credentials(): Json {
    return JSON.parse(readFileSync(this.credentialsPath, 'utf8')) as Json;
  }

  /** Permissions of a file in the home, as in `0600`. */
  mode(path: string): string {
    return `0${(statSync(path).mode & 0o777).toString(8)}`;
  }

  file(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): string {
    return readFileSync(this.file(name), 'utf8');
  }

  write(name: string, content: string, mode?: number): string {
    const path = this.file(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { mode });
    return path;
  }

  /** Runs a command without a terminal. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    return (await this.start(args, options)).ended;
  }

  /** Starts a command without a terminal; standard input stays open when `input` is absent and `open` is set. */
  async start(args: readonly string[], { input, env }: RunOptions = {}): Promise<RunningCommand> {
    const child = spawn(process.execPath, [this.main, ...args], {
      cwd: this.folder,
      env: this.environment(env),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    await once(child, 'spawn');
    return new RunningCommand(child);
  }

  /** Runs a command on a terminal. */
  terminal(args: readonly string[], env?: RunOptions['env']): PtySession {
    return PtySession.start([process.execPath, this.main, ...args], {
      cwd: this.folder,
      env: this.environment({ TERM: 'xterm-256color', ...env }),
    });
  }

  close(): Promise<void> {
    this.home.remove();
    return Promise.resolve();
  }

  private environment(more: RunOptions['env'] = {}): Record<string, string> {
    return { PATH: String(process.env['PATH']), HOME: this.home.path, ...this.env, ...more };
  }
}

/** A command under way. */
export class RunningCommand {
  readonly ended: Promise<Ended>;
  stdout = '';
  stderr = '';

  constructor(readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.ended = once(child, 'close').then(([code, signal]) => this.report((code ?? signal) as number));
  }

  private report(code: number | NodeJS.Signals): Ended {
    const { stdout, stderr } = this;
    return {
      ...{ code, stdout, stderr },
      get json() {
        return JSON.parse(stdout) as Json;
      },
    };
  }
}
