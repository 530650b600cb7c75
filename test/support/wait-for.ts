/** Polls `probe` until it returns something truthy, which is the result. Rejects with `what` after `timeoutMs`, which only something that hangs should reach. */
export async function waitFor<T>(
  what: string,
  probe: () => T | Promise<T>,
  timeoutMs = 60_000,
): Promise<Exclude<T, undefined | null | false | 0 | ''>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value) return value as Exclude<T, undefined | null | false | 0 | ''>;
    if (performance.now() > deadline) throw new Error(`waited ${String(timeoutMs)} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
