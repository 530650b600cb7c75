import { Config } from '../platform/config/config.js';

/** What a child process gets to see: where programs are, a home, a temporary folder and language, and what its declaration adds. */
export function childEnvironment(declared: Readonly<Record<string, string>>): Record<string, string> {
  return { ...Config.inherited(['PATH', 'HOME', 'TMPDIR', 'LANG']), ...declared };
}
