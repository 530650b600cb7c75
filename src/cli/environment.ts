import { delimiter } from 'node:path';
import process from 'node:process';

/** The variables that the command looks at. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variables of this process; an empty one counts as absent. */
export function readEnvironment(): Environment {
  return new Proxy(process.env, {
    get: (variables, name) =>
      typeof name === 'string' ? (variables[name] === '' ? undefined : variables[name]) : undefined,
  });
}

/** Programs of `folder` are found by whatever this process starts, after all others. */
export function addToPath(folder: string): void {
  process.env['PATH'] = [process.env['PATH'], folder].filter(Boolean).join(delimiter);
}
