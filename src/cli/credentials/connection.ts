import { readFileSync } from 'node:fs';
import { givenPath, type CommandIo } from '../command-io.js';
import type { Environment } from '../environment.js';
import { usageFailure } from '../failure.js';
import type { CredentialsFile, SavedLogin } from './credentials-file.js';
import { readGatewayUrl } from './gateway-url.js';

/** Where a gateway listens that nobody has moved. */
const defaultUrl = 'http://127.0.0.1:3000';

interface Token {
  readonly text: string;
  /** For people: `GANTRY_TOKEN`, or a file. */
  readonly source: string;
  /** By a flag or the environment: it is not that of a login. */
  readonly isGiven: boolean;
}

/** Which gateway is meant, with which token, and who said so. */
export interface GatewayConnection {
  readonly url: string;
  /** For people: `--url`, `GANTRY_URL`, a file, `the default`. */
  readonly urlSource: string;
  readonly token?: Token;
  /** A login that the environment or a flag goes before. */
  readonly hidden?: SavedLogin;
}

export interface ConnectionFlags {
  readonly url?: string | undefined;
  readonly tokenFile?: string | undefined;
}

/** Flag before environment before the folder's link before the logins. */
export function resolveConnection(
  flags: ConnectionFlags,
  io: Pick<CommandIo, 'environment' | 'folder'>,
  credentials: CredentialsFile,
  linkedUrl: string | undefined,
): GatewayConnection {
  const { url, urlSource } = resolveUrl(flags, io.environment, credentials, linkedUrl);
  const login = credentials.find(url);
  const given = givenToken(flags, io);
  if (given !== undefined)
    return { url, urlSource, token: given, ...(login === undefined ? {} : { hidden: login }) };
  if (login === undefined) return { url, urlSource };
  return { url, urlSource, token: { text: login.token, source: credentials.path, isGiven: false } };
}

function resolveUrl(
  flags: ConnectionFlags,
  { GANTRY_URL }: Environment,
  credentials: CredentialsFile,
  linkedUrl: string | undefined,
): { readonly url: string; readonly urlSource: string } {
  if (flags.url !== undefined) return { url: readGatewayUrl(flags.url, '--url'), urlSource: '--url' };
  if (GANTRY_URL !== undefined)
    return { url: readGatewayUrl(GANTRY_URL, 'GANTRY_URL'), urlSource: 'GANTRY_URL' };
  // A folder that came from somewhere else must not choose where a token of the environment goes: only a gateway that is known counts.
  if (linkedUrl !== undefined && credentials.find(linkedUrl) !== undefined)
    return { url: linkedUrl, urlSource: 'the link of this folder' };
  const { current } = credentials;
  if (current !== undefined) return { url: current, urlSource: credentials.path };
  return { url: defaultUrl, urlSource: 'the default' };
}

function givenToken(
  { tokenFile }: ConnectionFlags,
  io: Pick<CommandIo, 'environment' | 'folder'>,
): Token | undefined {
  const { GANTRY_TOKEN } = io.environment;
  if (tokenFile !== undefined) {
    try {
      return {
        text: readToken(readFileSync(givenPath(io, tokenFile), 'utf8'), tokenFile),
        source: tokenFile,
        isGiven: true,
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      throw usageFailure(
        `The token file cannot be read: ${(error as Error).message}`,
        'Give a file that holds a token and nothing else.',
      );
    }
  }
  return GANTRY_TOKEN === undefined
    ? undefined
    : { text: readToken(GANTRY_TOKEN, 'GANTRY_TOKEN'), source: 'GANTRY_TOKEN', isGiven: true };
}

/** Takes away the space around a token; throws when the rest cannot be one. */
export function readToken(text: string, from: string): string {
  const token = text.trim();
  if (!/^[\x21-\x7e]{8,512}$/.test(token))
    throw usageFailure(`${from} does not hold a token.`, 'A token looks like gtu_… or gta_….');
  return token;
}
