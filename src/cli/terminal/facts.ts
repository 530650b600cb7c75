import { printable } from './printable.js';
import type { Terminal } from './terminal.js';

/** Names with their values, one per line; those without a value are left out. */
export function writeFacts(terminal: Terminal, facts: Readonly<Record<string, string | undefined>>): void {
  const shown = Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== undefined);
  const width = Math.max(...shown.map(([name]) => name.length));
  for (const [name, value] of shown)
    terminal.line(`${terminal.style.dim(name.padEnd(width))}  ${printable(value)}`);
}
