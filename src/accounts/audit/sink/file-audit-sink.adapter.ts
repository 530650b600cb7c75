import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { AuditSink, SinkFailure } from './audit-sink.port.js';

// Without waiting: a pipe that nobody reads would hold a thread for good.
const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

/** A file for its owner alone. It is opened anew each time: what was moved away by a rotation is made anew. */
export class FileAuditSink extends AuditSink {
  readonly name: string;

  constructor(private readonly path: string) {
    super();
    this.name = `file:${path}`;
  }

  async take(lines: readonly string[]): Promise<void> {
    const file = await open(this.path, flags, 0o600);
    try {
      const { size, mode } = await file.stat().then((found) => {
        if (!found.isFile()) throw new SinkFailure('it is not a file');
        return found;
      });
      if ((mode & 0o777) !== 0o600) await file.chmod(0o600);
      const start = (await isWhole(file, size)) ? '' : '\n';
      await this.append(file, size, start + lines.join(''));
    } finally {
      await file.close();
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** All of it or nothing: a line that is cut off would spoil the next. */
  private async append(file: FileHandle, size: number, text: string): Promise<void> {
    try {
      await file.appendFile(text);
      await file.datasync();
    } catch (error) {
      await file.truncate(size).catch(() => undefined);
      throw error;
    }
  }
}

/** Whether the last line has its end. */
async function isWhole(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a;
}
