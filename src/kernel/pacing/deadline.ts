/** The result of `work`, or after `ms` milliseconds the error that `expired` makes; `work` itself goes on. */
export function withDeadline<T>(work: Promise<T>, ms: number, expired: () => Error): Promise<T> {
  return race(work, ms, () => {
    throw expired();
  });
}

/** Waits for `work`, but no longer than `ms` milliseconds. Rejects when it does before. */
export async function within(work: Promise<unknown>, ms: number): Promise<void> {
  await race(work, ms, () => undefined);
}

async function race<T, L>(work: Promise<T>, ms: number, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    return await Promise.race([work, expiry.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
