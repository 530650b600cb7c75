import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Duplex, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { LinkFailure } from '../../mcp/wire/link-failure.js';

/** A sandbox stands in a fraction of that. */
const timeoutMs = 10_000;

const Info = z.object({ 'child-pid': z.int().positive() });

/**
 * Inspects a sandbox once it stands, and lets its program begin afterwards. Bubblewrap writes of itself to the descriptor `at`; what it starts
 * writes a line to the one behind it, and waits for one there. A sandbox that fails ends by itself, and says why. Rejects with a `LinkFailure`.
 */
export async function inspectStart(
  { stdio }: ChildProcess,
  at: number,
  inspect: (pid: number) => Promise<void>,
): Promise<void> {
  const [info, hold] = [stdio[at], stdio[at + 1]];
  if (!(info instanceof Readable) || !(hold instanceof Duplex)) return;
  for (const stream of [info, hold]) stream.on('error', () => undefined);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const stands = Promise.race([once(hold, 'data', { signal }), once(hold, 'close', { signal })]);
    const [told, [line]] = (await Promise.all([text(info), stands])) as [string, unknown[]];
    if (!Buffer.isBuffer(line)) return;
    await inspect(Info.parse(JSON.parse(told))['child-pid']);
    hold.end('\n');
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new LinkFailure('unreachable', 'its sandbox was not there in time', { cause: error });
  } finally {
    info.destroy();
  }
}
