const sliceMs = 5;

/** Does long work in slices: where it yields it may be put aside, and everybody else has a turn every few milliseconds. */
export async function inSlices<T>(work: Generator<unknown, T>): Promise<T> {
  for (;;) {
    const until = performance.now() + sliceMs;
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
