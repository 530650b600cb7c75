import { Config, ConfigError } from '../platform/config/config.js';
import { startExitCodes, StartFault } from '../platform/config/start-fault.js';
import { isForPeople } from '../platform/logging/output-format.js';
import { redactText } from '../platform/logging/redact.js';

interface FaultLine {
  readonly detail: string;
  readonly remedy?: string;
  readonly variable?: string;
}

/** What the system refuses to listen at, by its code. */
const faultsOfListening: Readonly<Record<string, FaultLine>> = {
  ENOTFOUND: { variable: 'HOST', detail: 'cannot be listened at (ENOTFOUND)' },
  EADDRNOTAVAIL: { variable: 'HOST', detail: 'cannot be listened at (EADDRNOTAVAIL)' },
  EACCES: { variable: 'PORT', detail: 'cannot be listened at (EACCES)' },
};

/** Writes a line for each thing that kept the gateway from starting: text at a terminal, else JSON. Answers with the exit code. */
export function reportFaults(error: unknown): number {
  const { lines, exitCode } = faultsOf(error);
  // The settings may be what is wrong, so they are not asked.
  const isText = isForPeople(Config.expand('LOG_FORMAT'));
  for (const line of lines) process.stderr.write(`${isText ? textOf(line) : jsonOf(line, exitCode)}\n`);
  return exitCode;
}

function faultsOf(error: unknown): { readonly lines: readonly FaultLine[]; readonly exitCode: number } {
  if (error instanceof ConfigError) return { lines: error.faults, exitCode: startExitCodes.config };
  if (error instanceof StartFault) {
    const { detail, remedy, exitCode } = error;
    return { lines: [{ detail, remedy }], exitCode };
  }
  const { code = '', port, stack } = error as NodeJS.ErrnoException & { readonly port?: number };
  const listening = faultsOfListening[code];
  if (listening !== undefined) return { lines: [listening], exitCode: startExitCodes.config };
  if (code === 'EADDRINUSE') return { lines: [portInUse(port)], exitCode: startExitCodes.passing };
  return { lines: [{ detail: redactText(stack ?? String(error)) }], exitCode: 1 };
}

function portInUse(port: number | undefined): FaultLine {
  return {
    detail: `Port ${String(port)} is in use by another program.`,
    remedy: 'Stop it, or set PORT to another one.',
  };
}

function textOf({ variable, detail, remedy }: FaultLine): string {
  return [variable === undefined ? detail : `${variable}: ${detail}`, remedy]
    .filter((part) => part !== undefined)
    .join(' ');
}

function jsonOf(line: FaultLine, exitCode: number): string {
  return JSON.stringify({
    level: 60,
    time: new Date().toISOString(),
    ...line,
    exitCode,
    event: 'gateway.not-started',
  });
}
