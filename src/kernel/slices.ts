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
  let step = sliceOf(work);
  while (step.done !== true) {
    const next = turn.then(() => sliceOf(work));
    turn = next.then(rest, rest);
    step = await next;
  }
  return step.value;
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
