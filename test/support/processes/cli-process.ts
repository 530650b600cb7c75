import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { CliMachine, RunningCommand, type Ended, type RunOptions } from '../clients/cli.js';
import { builtMain } from './gateway-process.js';
import { PtySession } from './pty-session.js';

/** A computer on which the built command runs in processes, with or without a terminal. */
export class ProcessMachine extends CliMachine {
  private constructor(
    readonly main: string,
    env: Readonly<Record<string, string>>,
  ) {
    super({ ...env });
  }

  static override async create(env: Readonly<Record<string, string>> = {}): Promise<ProcessMachine> {
    return new ProcessMachine(join(dirname(await builtMain()), 'cli', 'main.js'), env);
  }

  override start(args: readonly string[], { input, env }: RunOptions = {}): CommandProcess {
    const child = spawn(process.execPath, [this.main, ...args], {
      cwd: this.folder,
      env: this.environment(env),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    return new CommandProcess(child);
  }

  /** Runs a command on a terminal. */
  terminal(args: readonly string[], env?: RunOptions['env']): PtySession {
    return PtySession.start([process.execPath, this.main, ...args], {
      cwd: this.folder,
      env: this.environment({ TERM: 'xterm-256color', ...env }),
    });
  }

  protected override environment(more?: RunOptions['env']): Record<string, string> {
    return { PATH: String(process.env['PATH']), ...super.environment(more) };
  }
}

/** A command in a process of its own. */
export class CommandProcess extends RunningCommand {
  readonly ended: Promise<Ended>;

  constructor(private readonly child: ChildProcess) {
    super();
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.ended = once(child, 'close').then(([code, signal]) => this.report((code ?? signal) as number));
  }

  get pid(): number {
    return this.child.pid as number;
  }

  interrupt(): void {
    this.child.kill('SIGINT');
  }
}
