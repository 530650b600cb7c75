import { homedir, platform } from 'node:os';
import { delimiter } from 'node:path';
import process from 'node:process';

/** The variables that the command looks at. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables as they are at each read; an empty one counts as absent. */
export function readEnvironment(variables: Environment = process.env): Environment {
  return new Proxy(variables, {
    get: (target, name) =>
      typeof name === 'string' ? (target[name] === '' ? undefined : target[name]) : undefined,
  });
}

/** The home folder of the user: `os.homedir()`, by the given variables. */
export function homeFolder({ HOME, USERPROFILE }: Environment): string {
  return (platform() === 'win32' ? USERPROFILE : HOME) ?? homedir();
}

/** Programs of `folder` are found by whatever this process starts, after all others. */
export function addToPath(folder: string): void {
  process.env['PATH'] = [process.env['PATH'], folder].filter(Boolean).join(delimiter);
}
