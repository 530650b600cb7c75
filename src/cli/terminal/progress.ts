import { cut, oneLine } from './printable.js';
import type { Terminal } from './terminal.js';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const firstAfterMs = 400;
const frameMs = 80;

/** One line of talk that shows what is going on while it lasts, on a terminal only. */
export class Progress {
  private text: string;
  private frame = 0;
  private shown = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly terminal: Terminal,
    text: string,
  ) {
    this.text = text;
    if (terminal.canMove)
      this.timer = setTimeout(() => {
        this.start();
      }, firstAfterMs);
  }

  /** Says what is going on now. */
  update(text: string): void {
    this.text = text;
    if (this.shown) this.draw();
  }

  /** Makes room for a line of talk that stays. */
  say(text: string): void {
    this.clear();
    this.terminal.say(text);
    if (this.shown) this.draw();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.clear();
    this.shown = false;
  }

  private start(): void {
    this.shown = true;
    this.draw();
    this.timer = setInterval(() => {
      this.frame = (this.frame + 1) % frames.length;
      this.draw();
    }, frameMs);
    this.timer.unref();
  }

  private draw(): void {
    const { talkStyle, talkWidth } = this.terminal;
    const line = cut(oneLine(this.text), talkWidth - 3);
    this.terminal.redraw(`${talkStyle.cyan(frames[this.frame] ?? '')} ${line}`);
  }

  private clear(): void {
    if (this.shown) this.terminal.redraw();
  }
}

/** The line that moves on a terminal, while there is one. */
const running = new WeakMap<Terminal, Progress>();

/** Shows `text` while `work` goes on. Work inside other work is part of it: only one line moves. */
export async function during<T>(
  terminal: Terminal,
  text: string,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const outer = running.get(terminal);
  if (outer !== undefined) return work(outer);
  const progress = new Progress(terminal, text);
  running.set(terminal, progress);
  try {
    return await work(progress);
  } finally {
    running.delete(terminal);
    progress.stop();
  }
}
