interface Output {
  write(text: string): unknown;
}

const batchLines = 64;
const longestWaitMs = 200;

/** Hands lines over in batches: the output below measures all that it holds at each write. */
export class RequestLines {
  private batch: string[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly output: Output) {}

  write(line: string): void {
    if (this.batch.push(line) >= batchLines) this.flush();
    else
      this.timer ??= setTimeout(() => {
        this.flush();
      }, longestWaitMs).unref();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.batch.length === 0) return;
    this.output.write(this.batch.join(''));
    this.batch = [];
  }
}
