import { LinkFailure } from '../wire/link-failure.js';

/** The result of the work. Rejects with a `LinkFailure` of the kind `timeout` when it takes more than `ms` milliseconds; the work goes on. */
export async function inTime<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new LinkFailure('timeout', `${what} took longer than ${String(ms)} ms`));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
