import { gatewayUrl } from './place.ts';

/** A word as a POSIX shell takes it. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Where the command looks for a gateway when nothing says another place. */
const commandsOwnUrl = 'http://127.0.0.1:3000';

/** `gantry …`, each word quoted where it must be; empty ones are left out. It says which gateway, where the command would not know. */
export function gantry(...words: readonly (string | undefined | false)[]): string {
  const place = gatewayUrl === commandsOwnUrl ? [] : ['--url', gatewayUrl];
  return ['gantry', ...[...words, ...place].filter((word) => typeof word === 'string').map(quoted)].join(' ');
}

interface CurlRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value that is sent as JSON, or JSON as it stands. */
  readonly body?: unknown;
  readonly text?: string;
}

/** The same as a request. `$GANTRY_TOKEN` stands for the key. */
export function curl(path: string, { method, headers = {}, body, text }: CurlRequest = {}): string {
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const parts = ['curl', '-sS'];
  // With something to send curl takes POST by itself.
  if (method !== undefined) parts.push('-X', method);
  parts.push('-H', '"Authorization: Bearer $GANTRY_TOKEN"');
  if (sent !== undefined) parts.push('-H', quoted('Content-Type: application/json'));
  for (const [name, value] of Object.entries(headers)) parts.push('-H', quoted(`${name}: ${value}`));
  if (sent !== undefined) parts.push('-d', quoted(sent));
  parts.push(quoted(gatewayUrl + path));
  return parts.join(' ');
}
