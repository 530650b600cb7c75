import type { CommandIo, OutputStream } from '../command-io.js';
import { printable } from './printable.js';
import { Style, wantsColour } from './style.js';
import { alignedTable, tabbedTable, type Column } from './table.js';

/** Data goes to standard output, talk to standard error. */
export class Terminal {
  /** For standard output. */
  readonly style: Style;
  /** For standard error. */
  readonly talkStyle: Style;
  private readonly heldWarnings: string[] = [];

  constructor(
    private readonly io: CommandIo,
    /** Standard output carries one JSON value and nothing else. */
    readonly json: boolean,
  ) {
    this.style = new Style(wantsColour(io.stdout.isTTY === true, io.environment));
    this.talkStyle = new Style(wantsColour(io.stderr.isTTY === true, io.environment));
  }

  /** Whether a person can be asked. */
  get canAsk(): boolean {
    return this.io.stderr.isTTY === true && this.io.stdin.isTTY === true;
  }

  /** Whether something that moves may be shown. */
  get canMove(): boolean {
    return this.io.stderr.isTTY === true && this.io.environment['TERM'] !== 'dumb';
  }

  get isPiped(): boolean {
    return this.io.stdout.isTTY !== true;
  }

  get width(): number {
    return widthOf(this.io.stdout);
  }

  get talkWidth(): number {
    return widthOf(this.io.stderr);
  }

  /** The result: `value` as it is with --json, else what `show` writes. */
  result(value: unknown, show: () => void): void {
    if (this.json) this.io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
    else show();
  }

  /** A line of data. */
  line(text = ''): void {
    this.io.stdout.write(`${text}\n`);
  }

  /** Data exactly as it is. */
  raw(bytes: string | Uint8Array): void {
    this.io.stdout.write(bytes);
  }

  /** Foreign text as data: untouched into a pipe, harmless on a terminal. */
  foreign(text: string): void {
    this.io.stdout.write(this.isPiped ? text : printable(text));
    if (!text.endsWith('\n')) this.io.stdout.write('\n');
  }

  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[], none: string): void {
    if (rows.length === 0) {
      this.say(none);
      return;
    }
    if (this.isPiped) {
      for (const line of tabbedTable(columns, rows)) this.line(line);
      return;
    }
    const { heading, lines } = alignedTable(columns, rows, this.width);
    this.line(this.style.dim(heading));
    for (const line of lines) this.line(line);
  }

  /** A line of talk. */
  say(text = ''): void {
    this.io.stderr.write(`${text}\n`);
  }

  /** Erases the current line of talk and writes `line` there, without an end of the line. */
  redraw(line = ''): void {
    this.io.stderr.write(`\r\u001b[2K${line}`);
  }

  done(text: string): void {
    this.say(`${this.talkStyle.green('✓')} ${text}`);
  }

  /** A program that reads standard error as JSON gets it at the end: with the failure, or as a line where there is none. */
  warn(text: string): void {
    if (this.json && this.io.stderr.isTTY !== true) this.heldWarnings.push(text);
    else this.say(`${this.talkStyle.yellow('!')} ${text}`);
  }

  /** Warnings that nobody has seen yet. */
  takeWarnings(): readonly string[] {
    return this.heldWarnings.splice(0);
  }
}

/** Columns; a terminal that does not know its size says 0. */
function widthOf({ columns = 0 }: OutputStream): number {
  return columns === 0 ? 80 : columns;
}
