import type { CommandSession } from '../session.js';

/** Says so when the environment or a flag goes before a login: the token in use is then not the one of `gantry login`. */
export function warnAboutHiddenLogin({ connection, terminal }: CommandSession): void {
  const { token, hidden, url } = connection;
  if (token === undefined || hidden === undefined) return;
  terminal.warn(`${token.source} goes before your login as ${hidden.email} on ${url}.`);
}
