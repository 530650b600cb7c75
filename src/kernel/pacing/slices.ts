const sliceMs = 2;
/** How long the loop belongs to everybody else after a slice: a call that meets one in its course must be the exception. */
const restMs = 4 * sliceMs;

/** When the slice before has ended, whoever's it was, and the others have had their time. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Does long work in slices: where it yields it may be put aside. What takes no longer than one is done at once; of longer works one slice
 * is done at a time in this process, by turns, so that many of them weigh no more on everybody else than one.
 */
export async function inSlices<T>(work: Generator<unknown, T>): Promise<T> {
  return await begunInSlices(work);
}

/** The same; what takes no longer than a slice is there at once. */
export function begunInSlices<T>(work: Generator<unknown, T>): T | Promise<T> {
  const first = sliceOf(work);
  return first.done === true ? first.value : theRest(work);
}

async function theRest<T>(work: Generator<unknown, T>): Promise<T> {
  for (;;) {
    const next = turn.then(() => sliceOf(work));
    turn = next.then(rest, rest);
    const step = await next;
    if (step.done === true) return step.value;
  }
}

function sliceOf<T>(work: Generator<unknown, T>): IteratorResult<unknown, T> {
  const until = performance.now() + sliceMs;
  for (;;) {
    const step = work.next();
    if (step.done === true || performance.now() >= until) return step;
  }
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, restMs));
}
