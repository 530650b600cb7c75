import type { CommandIo } from '../command-io.js';
import { usageFailure } from '../failure.js';
import { LineReader } from './line-reader.js';
import type { Terminal } from './terminal.js';

/** Asks a person; talk goes to standard error. Without a terminal every question is a usage failure that says what to give instead. */
export class TerminalPrompt {
  private readonly reader: LineReader;

  constructor(
    private readonly terminal: Terminal,
    io: CommandIo,
  ) {
    this.reader = new LineReader(io);
  }

  /** One line; Enter alone takes `preset`. */
  async text(question: string, preset: string | undefined, instead: string): Promise<string> {
    const shown = preset === undefined ? '' : this.terminal.talkStyle.dim(` (${preset})`);
    const answer = (await this.ask(`${question}${shown}: `, instead)).trim();
    return answer === '' ? (preset ?? '') : answer;
  }

  /** Enter alone takes `preset`. */
  async confirm(question: string, instead: string, preset = false): Promise<boolean> {
    const choices = preset ? 'Y/n' : 'y/N';
    const answer = await this.ask(`${question} ${this.terminal.talkStyle.dim(`[${choices}]`)} `, instead);
    return answer.trim() === '' ? preset : /^y(es)?$/i.test(answer.trim());
  }

  /** One of a few, by its letter; Enter alone takes the first. */
  async choice<K extends string>(
    question: string,
    choices: Readonly<Record<K, string>>,
    instead: string,
  ): Promise<K> {
    const keys = Object.keys(choices) as K[];
    const { talkStyle } = this.terminal;
    for (const key of keys) this.terminal.say(`  ${talkStyle.bold(key)}  ${choices[key]}`);
    for (;;) {
      const answer = await this.ask(`${question} ${talkStyle.dim(`[${keys.join('/')}]`)} `, instead);
      const chosen = answer.trim().toLowerCase();
      const found = chosen === '' ? keys[0] : keys.find((key) => key === chosen);
      if (found !== undefined) return found;
    }
  }

  /** A line that is not echoed. */
  async hidden(question: string, instead: string): Promise<string> {
    return this.ask(`${question}: `, instead, true);
  }

  /** No more questions. */
  close(): void {
    this.reader.close();
  }

  private async ask(question: string, instead: string, isHidden = false): Promise<string> {
    if (!this.terminal.canAsk)
      throw usageFailure(`There is no terminal to ask on: ${question.trim()}`, instead);
    return this.reader.read(question, isHidden);
  }
}
