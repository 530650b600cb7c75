import type { ChatChunk } from './chat-message.js';

/** Chunks of several sources in the order in which they came, for one reader. */
export class ChunkQueue implements AsyncIterable<ChatChunk> {
  private waiting: ChatChunk[] = [];
  private ended = false;
  private wake: () => void = () => undefined;

  push(chunk: ChatChunk): void {
    this.waiting.push(chunk);
    this.wake();
  }

  /** Nothing more will come. */
  end(): void {
    this.ended = true;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ChatChunk, void> {
    for (;;) {
      const chunks = this.waiting;
      this.waiting = [];
      yield* chunks;
      if (this.waiting.length > 0) continue;
      if (this.ended) return;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}
