import { Problem } from '../../kernel/problems/problem.js';
import { nextPage } from './next-page.js';

/** A step of a sign-in. The page of a problem in it links back to the page `/login`, and from there on to where somebody wanted to go. */
export async function withWayBack<T>(next: string | undefined, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const back = `/login?next=${encodeURIComponent(nextPage(next))}`;
    throw new Problem(error.code, error.detail, { back, ...error.extras });
  }
}
