import { ownTime } from './own-time.js';

/** The longest time for which `work` kept the event loop from everybody else, in milliseconds. */
export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = ownTime();
  const timer = setInterval(() => {
    longest = Math.max(longest, ownTime() - last);
    last = ownTime();
  }, 5);
  await work();
  clearInterval(timer);
  return longest;
}
