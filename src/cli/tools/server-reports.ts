import { printable } from '../terminal/printable.js';
import type { Terminal } from '../terminal/terminal.js';

interface Report {
  readonly name: string;
  readonly error?: { readonly code: string; readonly detail?: string };
}

/** Says which servers are missing from a list over all of them, and why. */
export function warnAboutServers(terminal: Terminal, servers: readonly Report[]): void {
  for (const { name, error } of servers)
    if (error !== undefined) terminal.warn(printable(`${name}: ${error.detail ?? error.code}`));
}
