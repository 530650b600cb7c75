import { createInterface, type Interface } from 'node:readline';
import { Transform, Writable, type TransformCallback } from 'node:stream';
import type { CommandIo, OutputStream } from '../command-io.js';
import { Interrupted } from '../failure.js';

interface Waiting {
  readonly take: (line: string) => void;
  readonly fail: (error: Error) => void;
}

/** Where readline draws: standard error, or nowhere while what is typed must not be seen. */
class Echo extends Writable {
  isMuted = false;

  constructor(private readonly output: OutputStream) {
    super();
  }

  get columns(): number | undefined {
    return this.output.columns;
  }

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    if (!this.isMuted) this.output.write(chunk);
    done();
  }
}

/**
 * What is typed, with one sign for the end of a line. An Enter between two questions comes as `\n`, which readline takes for the second half
 * of the Enter before it when that one was less than 100 ms ago.
 */
class Keys extends Transform {
  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    done(null, Buffer.from(chunk.toString('latin1').replaceAll(/\r?\n/g, '\r'), 'latin1'));
  }
}

/**
 * Reads lines from the terminal. There is one for the whole command: a second readline interface on standard input would hear every key
 * beside the first. Between two questions the terminal is in its usual state, in which Ctrl-C is a signal.
 */
export class LineReader {
  private readonly echo: Echo;
  private readonly keys = new Keys();
  /** Lines that were there before their question. */
  private readonly early: string[] = [];
  private lines: Interface | undefined;
  private waiting: Waiting | undefined;
  private hasEnded = false;

  constructor(private readonly io: Pick<CommandIo, 'stdin' | 'stderr'>) {
    this.echo = new Echo(io.stderr);
  }

  /** The next line. Throws `Interrupted` for Ctrl-C and Ctrl-D. */
  async read(question: string, isHidden: boolean): Promise<string> {
    const { stdin, stderr } = this.io;
    const lines = (this.lines ??= this.open());
    const early = this.early.shift();
    if (early !== undefined) {
      stderr.write(`${question}${isHidden ? '' : early}\n`);
      return early;
    }
    if (this.hasEnded) throw new Interrupted();
    stdin.setRawMode?.(true);
    stdin.pipe(this.keys);
    this.echo.isMuted = isHidden;
    // The terminal is silent by now: who answers at the first sight of the question is not echoed.
    if (isHidden) stderr.write(question);
    lines.setPrompt(isHidden ? '' : question);
    try {
      return await new Promise<string>((take, fail) => {
        this.waiting = { take, fail };
        lines.prompt();
      });
    } finally {
      this.waiting = undefined;
      if (isHidden) stderr.write('\n');
      lines.pause();
      stdin.unpipe(this.keys).pause();
      if (stdin.isRaw === true) stdin.setRawMode?.(false);
    }
  }

  close(): void {
    this.lines?.close();
  }

  private open(): Interface {
    // A muted output with `terminal: true` is how readline keeps the terminal from echoing; a hidden answer is in no history.
    const { keys: input, echo: output } = this;
    const lines = createInterface({ input, output, terminal: true, historySize: 0 });
    lines.on('line', (line) => {
      if (this.waiting === undefined) this.early.push(line);
      else this.waiting.take(line);
      this.waiting = undefined;
    });
    lines.on('SIGINT', () => {
      // The shell's prompt goes on a line of its own.
      if (!this.echo.isMuted) this.io.stderr.write('\n');
      this.waiting?.fail(new Interrupted());
    });
    lines.on('close', () => {
      this.hasEnded = true;
      this.waiting?.fail(new Interrupted());
    });
    return lines;
  }
}
