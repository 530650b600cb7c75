import type { IncomingMessage } from 'node:http';

/** Requests whose rest is thrown away go on reading one after the other, two milliseconds apart: who sends what nobody wants waits, and nobody else. */
export class Discards {
  private readonly waiting: IncomingMessage[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** Lets the request read on when it is its turn. */
  pause(req: IncomingMessage): void {
    req.pause();
    this.waiting.push(req);
    this.timer ??= setInterval(() => {
      this.next();
    }, 2).unref();
  }

  private next(): void {
    const req = this.waiting.shift();
    if (req !== undefined) {
      req.resume();
      return;
    }
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
