import { setTimeout } from 'node:timers/promises';
import { startExitCodes, StartFault } from '../platform/config/start-fault.js';

const pauseMs = 250;

/** Tries again while what is in the way may pass, for at most `waitMs`; says once what is waited for. */
export async function patiently(waitMs: number, attempt: () => Promise<void>): Promise<void> {
  const end = performance.now() + waitMs;
  for (let told = false; ; told = true) {
    try {
      await attempt();
      return;
    } catch (error) {
      const passes = error instanceof StartFault && error.exitCode === startExitCodes.passing;
      if (!passes || performance.now() + pauseMs > end) throw error;
      if (!told)
        process.stderr.write(`${error.detail} Waiting up to ${String(Math.ceil(waitMs / 1000))} s.\n`);
      await setTimeout(pauseMs);
    }
  }
}
