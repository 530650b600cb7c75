import { PacedReading } from './paced-reading.js';

/** Keeps the processor for so long. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

function readingThat(take: (piece: Buffer) => void) {
  const source = { pauses: 0, resumes: 0 };
  const reading = new PacedReading({ pause: () => source.pauses++, resume: () => source.resumes++ }, take);
  return { source, reading };
}

describe('PacedReading', () => {
  it('makes nobody wait for a pause of the machine in the course of a small answer', () => {
    const { source, reading } = readingThat(() => {
      work(60);
    });
    reading.push(Buffer.alloc(1000));
    expect(source.pauses).toBe(0);
  });

  it('lets a sender that tells on and on rest, and reads all that it says', async () => {
    let read = 0;
    const { source, reading } = readingThat((piece) => {
      read += piece.length;
      work(1);
    });
    const startedAt = performance.now();
    reading.push(Buffer.alloc(100 * 1024));
    expect(source.pauses).toBe(1);
    while (source.resumes === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(read).toBe(100 * 1024);
    // 25 ms of work, of which what goes beyond 64 KiB is paid for six times.
    expect(performance.now() - startedAt).toBeGreaterThan(40);
  });
});
