import { isAbsolute, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import type { Environment } from './environment.js';

/** Standard input; the members of a terminal are present when it is one. */
export type InputStream = Readable & Partial<Pick<ReadStream, 'isTTY' | 'isRaw' | 'setRawMode'>>;

/** Standard output or standard error; the members of a terminal are present when it is one. */
export type OutputStream = Writable & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;

/** Everything that a command line shares with the process that runs it. */
export interface CommandIo {
  readonly environment: Environment;
  /** The working folder. Relative paths start there. */
  readonly folder: string;
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Aborted with `Interrupted` when the command must stop. */
  readonly signal: AbortSignal;
}

/** A path of the command line, as this process can open it. */
export function givenPath({ folder }: Pick<CommandIo, 'folder'>, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}
