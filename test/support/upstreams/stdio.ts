import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('stdio-server.mjs', import.meta.url));

const sdkScript = fileURLToPath(new URL('sdk-stdio.mjs', import.meta.url));

/** Ways in which the scripted stdio server misbehaves; the script says what each does. */
export interface StdioScript {
  readonly STARTS_FILE?: string;
  readonly EFFECTS_FILE?: string;
  readonly IGNORE_SIGTERM?: string;
  readonly GARBAGE?: string;
  readonly STRICT?: string;
  readonly CRASH?: string;
  readonly MUTE?: string;
  readonly START_MS?: string;
  readonly SHY?: string;
  readonly DEAF?: string;
  readonly GRANDCHILD?: string;
}

/** Entry of the operator's file for a scripted stdio server. */
export function stdioServer(env: StdioScript = {}, options: object = {}): object {
  return { command: process.execPath, args: [script], env, ...options };
}

const lanes = fileURLToPath(new URL('lane-stdio.mjs', import.meta.url));

/** Entry of the operator's file for the stdio server that speaks one era, whose large things have so many bytes, and that says what is in a file. */
export function laneStdio(era: '2025' | '2026', large = 0, says?: string): object {
  const env = { ERA: era, LARGE: String(large), ...(says === undefined ? {} : { SAYS: says }) };
  return { command: process.execPath, args: [lanes], env };
}

/** Entry of the operator's file for a stdio server as the SDK makes it. */
export function sdkStdio(env: {
  readonly STARTS_FILE?: string;
  readonly START_MS?: string;
  readonly SHY?: string;
  readonly LEGACY: 'serve' | 'reject';
}): object {
  return { command: process.execPath, args: [sdkScript], env };
}

/** Lines of a file that a script writes; none when it is not there yet. */
export function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const progressScript = fileURLToPath(new URL('progress-stdio.mjs', import.meta.url));

/** Entry of the operator's file for a stdio server of 2026-07-28 that reports progress on calls that are under way together. */
export function progressStdio(): object {
  return { command: process.execPath, args: [progressScript] };
}

const pagedScript = fileURLToPath(new URL('odd/paged-stdio.mjs', import.meta.url));

/** Entry of the operator's file for a stdio server of one era whose 16 tools come on four pages. */
export function pagedStdio(era: '2025' | '2026'): object {
  return { command: process.execPath, args: [pagedScript], env: { ERA: era } };
}
