import { printJson } from '../../kernel/json/exact-number.js';
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { Channel } from './channel.js';
import { guardProcessGroup } from './child-guard.js';
import type { RpcMessage, RpcNotification, RpcRequest, RpcResponse } from '../../mcp/wire/json-rpc.js';
import { PacedReading } from './paced-reading.js';
import { LineSplitter } from './line-splitter.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { Exchange, Link, LinkLimits, LinkRequestOptions } from '../../mcp/wire/link.js';
import type { Redaction } from './redaction/redaction.js';
import { inspectStart } from './inspected-start.js';
import type { Enclosure, Launch } from './launch.js';

export interface StdioLinkOptions extends LinkLimits {
  /** Says how the child is started. Rejects with a `LinkFailure`. */
  readonly prepare: () => Promise<Launch>;
  /** Time to end by itself before SIGKILL; SIGTERM comes when half of it is over. */
  readonly stopMs: number;
  /** What the child may leave unread before it is given up. */
  readonly maxUnreadBytes: number;
  /** What is taken out of the messages of the child, and of what it writes to standard error. */
  readonly redaction: Redaction | undefined;
  readonly stderrRedaction: Redaction | undefined;
  /** Waits until the child may start. Rejects with a `LinkFailure`. */
  readonly takePlace: () => Promise<{ readonly started: () => void; readonly leave: () => void }>;
  /** What the child writes to standard error, in pieces; for the log. */
  readonly onStderr: (text: string) => void;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the command or its working directory was not found',
  EACCES: 'the command may not be executed',
};

/** So long the end of its streams is waited for when a process has ended, milliseconds. */
const lastWordsMs = 100;

/** A child process that speaks MCP on its standard streams: no shell, a process group of its own, ended as a group. */
export class StdioLink implements Link {
  readonly transport = 'stdio';
  onMessage: (message: RpcMessage, bytes?: Buffer) => void = () => undefined;
  onClose: (failure: LinkFailure) => void = () => undefined;
  readonly awake: Promise<void>;
  private wake!: () => void;
  private readonly channel: Channel;
  private child: ChildProcessWithoutNullStreams | undefined;
  private enclosure: Promise<Enclosure | undefined> = Promise.resolve(undefined);
  private exited: Promise<void> = Promise.resolve();
  private closed = false;
  private isLogged = false;

  constructor(private readonly options: StdioLinkOptions) {
    this.awake = new Promise((resolve) => {
      this.wake = resolve;
    });
    this.channel = new Channel(
      (message, bytes) => this.write(message, bytes),
      (message, bytes) => {
        this.onMessage(message, bytes);
      },
      options,
    );
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  async open(): Promise<void> {
    const launch = await this.options.prepare();
    const place = await this.options.takePlace();
    if (this.closed) {
      place.leave();
      throw new LinkFailure('closed', 'the connection was closed before the process was started');
    }
    void this.awake.then(place.started);
    await this.start(launch, place.leave);
  }

  private start(
    { command, args, cwd, env, as, told = [], enclose, inspect }: Launch,
    leave: () => void,
  ): Promise<void> {
    const child = spawn(command, args, {
      cwd,
      env: { ...env },
      ...as,
      shell: false,
      detached: true,
      windowsHide: true,
      stdio: [
        'pipe',
        'pipe',
        'pipe',
        ...[...told, ...(inspect === undefined ? [] : [0, 1])].map(() => 'pipe' as const),
      ],
    });
    this.child = child;
    this.readFrom(child);
    return new Promise((resolve, reject) => {
      child.once('error', (cause: NodeJS.ErrnoException) => {
        const failure = new LinkFailure(
          'unreachable',
          reasons[cause.code ?? ''] ?? 'the command cannot be started',
          {
            cause,
          },
        );
        leave();
        reject(failure);
        this.gone(failure);
      });
      child.once('exit', leave);
      child.once('spawn', () => {
        this.guard(child);
        if (enclose !== undefined && child.pid !== undefined) this.enclosure = enclose(child.pid);
        this.enclosure
          .then(() => {
            tell(child, told);
            return inspect === undefined ? undefined : inspectStart(child, told.length + 3, inspect);
          })
          .then(resolve, (failure: unknown) => {
            signalGroup(child.pid, 'SIGKILL');
            reject(LinkFailure.from(failure));
          });
      });
    });
  }

  dropUnheard(): void {
    this.channel.dropsUnheard = true;
  }

  setSession(): void {
    // A process is its own session.
  }

  request(message: RpcRequest, options?: LinkRequestOptions): Exchange {
    return this.channel.request(message, options);
  }

  send(message: RpcNotification | RpcResponse, bytes?: Buffer): Promise<void> {
    return this.write(message, bytes);
  }

  /** Closes standard input, then SIGTERM, then SIGKILL, each to the whole group (MCP 2025-11-25, Lifecycle, Shutdown). */
  async close(): Promise<void> {
    this.closed = true;
    this.channel.fail(new LinkFailure('broken', 'the gateway closed the connection'));
    const { child } = this;
    if (child?.pid === undefined) return;
    child.stdin.end();
    const signals: NodeJS.Signals[] = ['SIGTERM', 'SIGKILL'];
    const timer = setInterval(() => {
      const signal = signals.shift();
      if (signal === undefined) clearInterval(timer);
      else signalGroup(child.pid, signal);
    }, this.options.stopMs / 2);
    await this.exited;
    clearInterval(timer);
  }

  private readFrom(child: ChildProcessWithoutNullStreams): void {
    const { redaction, stderrRedaction } = this.options;
    const lines = new LineSplitter(this.options.maxLineBytes, (line) => {
      this.receive(redaction?.of(line) ?? line);
    });
    child.stdout.once('data', this.wake);
    const said = new PacedReading(child.stdout, (piece) => {
      try {
        lines.push(piece);
      } catch (error) {
        said.stop();
        this.gone(LinkFailure.from(error));
        signalGroup(child.pid, 'SIGKILL');
      }
    });
    child.stdout.on('data', (chunk: Buffer) => {
      said.push(chunk);
    });
    const errors = stderrRedaction?.stream();
    const decoder = new StringDecoder('utf8');
    const tell = (bytes: Buffer) => {
      if (bytes.length > 0) this.log(decoder.write(bytes));
    };
    child.stderr.on('data', (chunk: Buffer) => {
      tell(errors?.push(chunk) ?? chunk);
    });
    child.stderr.on('end', () => {
      if (errors !== undefined) tell(errors.end());
    });
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => undefined);
  }

  private guard(child: ChildProcessWithoutNullStreams): void {
    if (child.pid === undefined) return;
    const release = guardProcessGroup(child.pid);
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        signalGroup(child.pid, 'SIGKILL');
        release();
        const left = this.leave();
        const end = () => {
          clearTimeout(timer);
          void left.then((why) => {
            const advice = this.isLogged ? ", the gateway's log has what it wrote to standard error" : '';
            const how = why ?? `the process ended (${signal ?? `exit code ${String(code)}`})`;
            this.gone(new LinkFailure('broken', how + advice));
          });
        };
        // What it wrote last is read; a process of its own that lives on may hold the pipes open for ever.
        const timer = setTimeout(end, lastWordsMs);
        child.once('close', end);
        void left.then(() => {
          resolve();
        });
      });
    });
  }

  /** Takes down what held it in; says why it was ended, if that was why. */
  private async leave(): Promise<string | undefined> {
    const enclosure = await this.enclosure.catch(() => undefined);
    return enclosure?.leave();
  }

  /** Lines that are no message are somebody's debug output: servers print them, and that must not end the connection. */
  private receive(line: Buffer): void {
    try {
      this.channel.receive(line);
    } catch {
      this.log(`[stdout] ${line.toString('utf8', 0, 500)}\n`);
    }
  }

  private log(text: string): void {
    this.isLogged = true;
    this.options.onStderr(text);
  }

  private write(message: RpcMessage, bytes?: Buffer): Promise<void> {
    const { child } = this;
    if (child === undefined || this.closed || !child.stdin.writable)
      return Promise.reject(new LinkFailure('closed', 'the process is not running'));
    if (child.stdin.writableLength > this.options.maxUnreadBytes) {
      const failure = new LinkFailure('broken', 'the process does not read what it is sent');
      this.gone(failure);
      signalGroup(child.pid, 'SIGKILL');
      return Promise.reject(failure);
    }
    return new Promise((resolve, reject) => {
      child.stdin.write(bytes === undefined ? `${printJson(message)}\n` : lineOf(bytes), (cause) => {
        if (cause == null) resolve();
        // A line that did not go through whole is no message: nothing has been carried out.
        else reject(new LinkFailure('closed', 'the process does not read', { cause }));
      });
    });
  }

  private gone(failure: LinkFailure): void {
    this.channel.fail(failure);
    if (this.closed) return;
    this.closed = true;
    this.onClose(failure);
  }
}

/** Writes to descriptor 3 of a child and those behind it. */
function tell({ stdio }: ChildProcess, told: readonly (string | Buffer)[]): void {
  for (const [at, bytes] of told.entries()) {
    const into = stdio[at + 3];
    if (into instanceof Writable) into.on('error', () => undefined).end(bytes);
  }
}

/** JSON on one line: its line breaks stand between tokens, never in strings. */
function lineOf(json: Buffer): Buffer {
  const line = Buffer.allocUnsafe(json.length + 1);
  json.copy(line);
  for (const lineBreak of [0x0a, 0x0d])
    for (let at = json.indexOf(lineBreak); at >= 0; at = json.indexOf(lineBreak, at + 1)) line[at] = 0x20;
  line[json.length] = 0x0a;
  return line;
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
}
