import process from 'node:process';
import { isatty } from 'node:tty';
import type { Environment } from '../environment.js';
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
    readonly environment: Environment,
    /** Standard output carries one JSON value and nothing else. */
    readonly json: boolean,
  ) {
    this.style = new Style(wantsColour(process.stdout.isTTY, environment));
    this.talkStyle = new Style(wantsColour(process.stderr.isTTY, environment));
  }

  /** Whether a person can be asked. */
  get canAsk(): boolean {
    return isatty(0) && isatty(2);
  }

  /** Whether something that moves may be shown. */
  get canMove(): boolean {
    return process.stderr.isTTY && this.environment['TERM'] !== 'dumb';
  }

  get isPiped(): boolean {
    return !process.stdout.isTTY;
  }

  get width(): number {
    return process.stdout.columns || 80;
  }

  /** The result: `value` as it is with --json, else what `show` writes. */
  result(value: unknown, show: () => void): void {
    if (this.json) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
    else show();
  }

  /** A line of data. */
  line(text = ''): void {
    process.stdout.write(`${text}\n`);
  }

  /** Data exactly as it is. */
  raw(bytes: string | Uint8Array): void {
    process.stdout.write(bytes);
  }

  /** Foreign text as data: untouched into a pipe, harmless on a terminal. */
  foreign(text: string): void {
    process.stdout.write(this.isPiped ? text : printable(text));
    if (!text.endsWith('\n')) process.stdout.write('\n');
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
    process.stderr.write(`${text}\n`);
  }

  done(text: string): void {
    this.say(`${this.talkStyle.green('✓')} ${text}`);
  }

  /** A program that reads standard error as JSON gets it at the end: with the failure, or as a line where there is none. */
  warn(text: string): void {
    if (this.json && !process.stderr.isTTY) this.heldWarnings.push(text);
    else this.say(`${this.talkStyle.yellow('!')} ${text}`);
  }

  /** Warnings that nobody has seen yet. */
  takeWarnings(): readonly string[] {
    return this.heldWarnings.splice(0);
  }
}
