/** How a character looks: classes of the picture's style sheet, such as `bold green`. */
export interface Cell {
  readonly character: string;
  readonly look: string;
}

const escape = String.fromCharCode(27);

/** One escape sequence (CSI with its parameters and its final letter, OSC, or a short one), or one character. */
const tokens = new RegExp(
  `${escape}\\[([0-9;?]*)([A-Za-z])|${escape}\\][^\\x07]*\\x07|${escape}[=>]|[^]`,
  'gu',
);

const colours: Readonly<Record<number, string>> = {
  ...{ 31: 'red', 32: 'green', 33: 'yellow', 34: 'blue', 35: 'magenta', 36: 'cyan', 90: 'dim' },
};

/** What a terminal shows after all that was written to it. It never scrolls: it is as high as its content. */
export class TerminalScreen {
  readonly rows: Cell[][] = [[]];
  private row = 0;
  private column = 0;
  private weight = '';
  private colour = '';

  constructor(private readonly columns: number) {}

  write(output: string): void {
    for (const [token, parameters = '', final = ''] of output.matchAll(tokens)) {
      if (final !== '') this.control(final, parameters);
      else if (!token.startsWith(escape)) this.put(token);
    }
  }

  private put(character: string): void {
    if (character === '\r') this.column = 0;
    else if (character === '\n') this.moveTo(this.row + 1, this.column);
    else if (character === '\b') this.column = Math.max(0, this.column - 1);
    else if (character >= ' ') {
      if (this.column === this.columns) this.moveTo(this.row + 1, 0);
      const line = this.line();
      while (line.length < this.column) line.push({ character: ' ', look: '' });
      line[this.column] = { character, look: `${this.weight} ${this.colour}`.trim() };
      this.column += 1;
    }
  }

  private control(final: string, parameters: string): void {
    const count = Number(parameters || '1');
    if (final === 'm') this.style(parameters);
    else if (final === 'K') this.eraseInLine(parameters);
    else if (final === 'J') this.eraseBelow(parameters);
    else if (final === 'A') this.moveTo(this.row - count, this.column);
    else if (final === 'B') this.moveTo(this.row + count, this.column);
    else if (final === 'C') this.column += count;
    else if (final === 'D') this.column = Math.max(0, this.column - count);
    else if (final === 'G') this.column = count - 1;
    else if (final === 'H') this.moveTo(0, 0);
  }

  private style(parameters: string): void {
    for (const code of parameters.split(';').map(Number)) {
      if (code === 0) this.weight = this.colour = '';
      else if (code === 1) this.weight = 'bold';
      else if (code === 2) this.weight = 'dim';
      else if (code === 22) this.weight = '';
      else if (code === 39) this.colour = '';
      else this.colour = colours[code] ?? this.colour;
    }
  }

  private eraseInLine(parameters: string): void {
    if (parameters === '2') this.line().length = 0;
    else this.line().length = Math.min(this.line().length, this.column);
  }

  private eraseBelow(parameters: string): void {
    if (parameters === '2') this.rows.forEach((line) => (line.length = 0));
    this.eraseInLine('');
    this.rows.length = this.row + 1;
  }

  private moveTo(row: number, column: number): void {
    this.row = Math.max(0, row);
    this.column = column;
    while (this.rows.length <= this.row) this.rows.push([]);
  }

  private line(): Cell[] {
    return this.rows[this.row] as Cell[];
  }
}
