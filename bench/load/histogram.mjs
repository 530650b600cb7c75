// @ts-check

const fineUs = 20_000;
const coarseStepUs = 100;
const size = fineUs + 40_000;

/** Counts latencies: to 1 µs below 20 ms, to 0.1 ms up to 4 s. Plain numbers travel between processes. */
export class Histogram {
  /** @param {Uint32Array} counts */
  constructor(counts = new Uint32Array(size)) {
    this.counts = counts;
  }

  /** @param {number} ms */
  add(ms) {
    const us = Math.round(ms * 1000);
    const slot = us < fineUs ? us : Math.min(size - 1, fineUs + Math.floor((us - fineUs) / coarseStepUs));
    this.counts[slot] = (this.counts[slot] ?? 0) + 1;
  }

  /** @param {Histogram} other */
  merge(other) {
    for (const [slot, count] of other.counts.entries()) this.counts[slot] = (this.counts[slot] ?? 0) + count;
  }

  /**
   * The latency in ms that `share` (0 to 1) of all stay at or below.
   * @param {number} share
   */
  quantile(share) {
    const rank = Math.ceil(this.counts.reduce((sum, count) => sum + count, 0) * share);
    let seen = 0;
    for (const [slot, count] of this.counts.entries()) {
      seen += count;
      if (count > 0 && seen >= rank)
        return (slot < fineUs ? slot : fineUs + (slot - fineUs) * coarseStepUs) / 1000;
    }
    return 0;
  }
}
