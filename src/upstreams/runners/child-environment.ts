import { Config } from '../../platform/config/config.js';

/** What every child process gets to see of our own environment: where programs are, and the language. */
export function commonEnvironment(): Record<string, string> {
  return Config.inherited(['PATH', 'LANG']);
}

/** What a child process of the same user gets to see beside that: a home and a temporary folder. */
export function childEnvironment(): Record<string, string> {
  return { ...commonEnvironment(), ...Config.inherited(['HOME', 'TMPDIR']) };
}
