import { Turns } from './turns.js';

/**
 * Lets work begin on the main thread, so much in each turn of the event loop and by turns of its owners: between two turns the process
 * answers others, and who begins much waits for itself.
 */
export class BeginTurns {
  private readonly waiting = new Turns<() => void>();
  private begun = 0;
  private isOpen = false;

  constructor(private readonly mostPerTurn: number) {}

  /** Resolves when work of `owner` may begin: at once, unless enough has begun in this turn of the loop. */
  take(owner: string): Promise<void> {
    if (!this.isOpen) this.open();
    if (this.begun < this.mostPerTurn && this.waiting.size === 0) {
      this.begun++;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.waiting.add(owner, resolve);
    });
  }

  private open(): void {
    this.isOpen = true;
    this.begun = 0;
    setImmediate(() => {
      this.isOpen = false;
      if (this.waiting.size > 0) this.next();
    });
  }

  private next(): void {
    this.open();
    while (this.begun < this.mostPerTurn) {
      const begin = this.waiting.take();
      if (begin === undefined) return;
      this.begun++;
      begin();
    }
  }
}
