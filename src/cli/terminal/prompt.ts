import process from 'node:process';
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { Interrupted, usageFailure } from '../failure.js';
import type { Terminal } from './terminal.js';

/** Asks a person; talk goes to standard error. Without a terminal every question is a usage failure that says what to give instead. */
export class Prompt {
  constructor(private readonly terminal: Terminal) {}

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

  private ask(question: string, instead: string, hidden = false): Promise<string> {
    if (!this.terminal.canAsk)
      throw usageFailure(`There is no terminal to ask on: ${question.trim()}`, instead);
    // A muted output with `terminal: true` is how readline keeps the terminal from echoing.
    const muted = new Writable({
      write: (_chunk, _encoding, done) => {
        done();
      },
    });
    const lines = createInterface({
      input: process.stdin,
      output: hidden ? muted : process.stderr,
      terminal: true,
      prompt: hidden ? '' : question,
    });
    // The terminal is silent by now: who answers at the first sight of the question is not echoed.
    if (hidden) process.stderr.write(question);
    lines.prompt();
    return new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('SIGINT', () => {
        // The shell's prompt goes on a line of its own.
        if (!hidden) process.stderr.write('\n');
        reject(new Interrupted());
      });
      lines.once('close', () => {
        reject(new Interrupted());
      });
    }).finally(() => {
      close(lines, hidden);
    });
  }
}

function close(lines: Interface, newLine: boolean): void {
  lines.removeAllListeners('close');
  lines.close();
  if (newLine) process.stderr.write('\n');
}
