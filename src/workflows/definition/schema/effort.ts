/** Something would take more work than it may. */
export class TooMuchEffort extends Error {
  override readonly name = 'TooMuchEffort';
}

/** What a piece of work may cost, told in advance and the same on every machine; one unit is about a microsecond. */
export class Effort {
  constructor(private left: number) {}

  /** Throws `TooMuchEffort` before it is too much. */
  spend(units: number): void {
    this.left -= units;
    if (this.left < 0) throw new TooMuchEffort();
  }
}
