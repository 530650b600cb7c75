import { write } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AuditSink } from './audit-sink.port.js';

const stdout = 1;
const writeSome = promisify(write);

/** Lines among those of the log, which have no `id`. Written past `process.stdout`, which would hold up everything while nobody reads. */
export class StdoutAuditSink extends AuditSink {
  readonly name = 'stdout';

  async take(lines: readonly string[], given: AbortSignal): Promise<void> {
    for (const line of lines) await writeAll(Buffer.from(line), given);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

async function writeAll(line: Buffer, given: AbortSignal): Promise<void> {
  let at = 0;
  while (at < line.length)
    try {
      const { bytesWritten } = await writeSome(stdout, line, at, line.length - at);
      at += bytesWritten;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      await pause(50, undefined, { signal: given });
    }
}
