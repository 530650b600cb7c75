const maxLength = 600;
const maxLines = 5;

/** What a process has written to standard error, as far as it tells why it failed: its first lines, or its last once it had worked. */
export class LastWords {
  private head = '';
  private tail = '';
  private hasWorked = false;

  add(text: string): void {
    this.head = (this.head + text).slice(0, maxLength);
    this.tail = (this.tail + text).slice(-maxLength);
  }

  connected(): void {
    this.hasWorked = true;
  }

  /** A few lines; empty when it was silent. */
  get text(): string {
    const written = (this.hasWorked ? this.tail : this.head).split('\n');
    // A process that is started again and again says the same.
    const lines = [...new Set(written.filter((line) => line.trim() !== ''))];
    return (this.hasWorked ? lines.slice(-maxLines) : lines.slice(0, maxLines)).join('\n');
  }
}
