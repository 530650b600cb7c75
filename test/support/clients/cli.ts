import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { readEnvironment } from '../../../src/cli/environment.js';
import { Interrupted } from '../../../src/cli/failure.js';
import { runProgram } from '../../../src/cli/run-program.js';
import { temporaryFolder } from '../temporary-folder.js';
import type { Json } from './gateway-client.js';

/** The result of a command. */
export interface Ended {
  readonly code: number | NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as JSON. */
  readonly json: Json;
}

export interface RunOptions {
  /** Standard input; empty when absent. */
  readonly input?: string;
  /** Variables that this command gets in addition to those of the machine. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A command that is running, with its output so far. */
export abstract class RunningCommand {
  abstract readonly ended: Promise<Ended>;
  stdout = '';
  stderr = '';

  /** Ctrl-C. */
  abstract interrupt(): void;

  protected report(code: number | NodeJS.Signals): Ended {
    const { stdout, stderr } = this;
    return {
      ...{ code, stdout, stderr },
      get json() {
        return JSON.parse(stdout) as Json;
      },
    };
  }
}

/** A computer on which commands run in the process of the test, without a terminal: a home, a working folder, an environment. */
export class CliMachine {
  private readonly home = temporaryFolder();

  protected constructor(readonly env: Record<string, string>) {
    mkdirSync(this.folder);
  }

  static create(env: Readonly<Record<string, string>> = {}): Promise<CliMachine> {
    return Promise.resolve(new CliMachine({ ...env }));
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

  /** Permissions of a file in the home, such as `0600`. */
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

  run(args: readonly string[], options?: RunOptions): Promise<Ended> {
    return this.start(args, options).ended;
  }

  start(args: readonly string[], { input, env }: RunOptions = {}): RunningCommand {
    return new CommandHere(args, this.folder, this.environment(env), input);
  }

  close(): Promise<void> {
    this.home.remove();
    return Promise.resolve();
  }

  protected environment(more: RunOptions['env'] = {}): Record<string, string> {
    return { HOME: this.home.path, ...this.env, ...more };
  }
}

/** A command in the process of the test. */
class CommandHere extends RunningCommand {
  readonly ended: Promise<Ended>;
  private readonly stop = new AbortController();

  constructor(args: readonly string[], folder: string, env: Record<string, string>, input?: string) {
    super();
    this.ended = runProgram(args, {
      environment: readEnvironment(env),
      folder,
      stdin: Readable.from(input === undefined ? [] : [Buffer.from(input)]),
      stdout: into((text) => (this.stdout += text)),
      stderr: into((text) => (this.stderr += text)),
      signal: this.stop.signal,
    }).then((code) => this.report(code));
  }

  interrupt(): void {
    this.stop.abort(new Interrupted());
  }
}

/** A stream that passes on what is written to it as text. */
function into(take: (text: string) => void): Writable {
  const decoder = new TextDecoder();
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      take(decoder.decode(chunk, { stream: true }));
      done();
    },
  });
}
