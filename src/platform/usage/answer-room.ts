/** Reserves bytes of the quota for responses until the returned function is called. Throws when the quota is used up. */
export type HoldAnswer = (bytes: number) => () => void;

/** So much of an answer is on its way anyway. */
const freeBytes = 65_536;

/** What one answer takes up of the memory for answers while it comes. */
export class AnswerRoom {
  private bytes = 0;
  private readonly releases: (() => void)[] = [];

  constructor(private readonly hold: HoldAnswer | undefined) {}

  /** So many bytes of it are gathered now. Throws when there is no room for them. */
  set(gathered: number): void {
    if (gathered <= freeBytes) {
      if (this.bytes > 0) this.leave();
    } else if (this.hold !== undefined && gathered - this.bytes > freeBytes) {
      this.releases.push(this.hold(gathered - this.bytes));
      this.bytes = gathered;
    }
  }

  leave(): void {
    for (const release of this.releases.splice(0)) release();
    this.bytes = 0;
  }
}
