import { failedCheck, ok, warning, type OAuthCheck } from './oauth-check.js';
import type { ProbeAnswer } from './probe.js';
import { challengeParameter } from './well-known.js';

const clockToleranceMs = 60_000;
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const nearby =
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cde])|\.(local|internal|lan|home\.arpa|localhost)$|^[^.[]+$/;

/** Whether hosted clients can get there, as far as the address tells. */
export function isPublicAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && !loopback.test(hostname) && !nearby.test(hostname);
}

export function addressCheck(address: string): OAuthCheck {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'http:' && !loopback.test(hostname))
    return failedCheck(
      'address',
      `${address} is not encrypted`,
      'Put it behind https: clients send no token over http.',
    );
  if (isPublicAddress(address)) return ok('address', `${address} answers`);
  return warning(
    'address',
    `${address} answers, but hosted clients (Claude, ChatGPT) cannot get there`,
    'They need an https address on the internet; a tunnel gives one for trying.',
  );
}

export function clockCheck(answer: ProbeAnswer): OAuthCheck {
  const theirs = Date.parse(answer.header('date') ?? '');
  if (Number.isNaN(theirs))
    return warning(
      'clock',
      'the server does not say its time',
      'Let the Date header through in front of it.',
    );
  const apart = Math.abs(theirs + 500 - (answer.sentAt + answer.ms / 2));
  if (apart < clockToleranceMs) return ok('clock', 'as at the server');
  return warning(
    'clock',
    `${String(Math.round(apart / 1000))} s apart from the server's`,
    'Set the clock of this machine or of the server: codes live for a minute.',
  );
}

/** Clients begin with OAuth when they are refused. */
export function refusalCheck(address: string, answer: ProbeAnswer): OAuthCheck {
  const { status } = answer;
  if (status === 401) return ok('refusal', 'who comes without a token is refused with 401');
  const says = `who comes without a token is answered with ${String(status)}`;
  if (status >= 300 && status < 400)
    return failedCheck(
      'refusal',
      `${says}, to ${answer.header('location') ?? 'nowhere'}`,
      'Type the address that it leads to: clients do not follow.',
    );
  return failedCheck('refusal', `${says}, not 401`, remedies(address)[status] ?? remedyOf(status));
}

function remedies(address: string): Readonly<Record<number, string>> {
  const { origin, hostname } = new URL(address);
  return {
    403: 'Something in front (a firewall, protection against bots) refuses it before the gateway does: let this path through.',
    404: 'The path is that of no MCP server: it looks like /api/servers/{server}/mcp or /api/apps/{app}/mcp. A proxy in front must pass /api/ on.',
    405: 'The path is that of no MCP server, or a proxy in front lets no POST through.',
    421: `Set PUBLIC_URL to ${origin}, or add ${hostname} to ALLOWED_HOSTS.`,
  };
}

function remedyOf(status: number): string {
  if (status < 300) return 'It wants no token, so that clients do not begin with OAuth.';
  return status >= 500
    ? 'The gateway or the proxy in front of it fails: look into their logs.'
    : 'Clients begin with OAuth at 401 only.';
}

/** The refusal names the document of the resource (RFC 9728 §5.1). `isThere`: whether the document was found. */
export function challengeCheck(address: string, answer: ProbeAnswer, isThere: boolean): OAuthCheck {
  const field = answer.header('www-authenticate');
  if (field === undefined)
    return failedCheck(
      'challenge',
      'the refusal has no WWW-Authenticate header',
      isThere
        ? 'A proxy in front drops it: let WWW-Authenticate through.'
        : 'A proxy in front drops it, or no MCP server with OAuth is there.',
    );
  const document = challengeParameter(field, 'resource_metadata');
  if (document === undefined)
    return failedCheck(
      'challenge',
      'WWW-Authenticate names no resource_metadata',
      isThere
        ? 'A proxy in front writes its own header: let that of the gateway through.'
        : 'Is MCP_OAUTH=off? Turn it on.',
    );
  if (!URL.canParse(document))
    return failedCheck(
      'challenge',
      `resource_metadata is no address: ${document}`,
      'Set PUBLIC_URL to an absolute address.',
    );
  const { origin } = new URL(address);
  if (new URL(document).origin === origin) return ok('challenge', `names ${document}`);
  return failedCheck(
    'challenge',
    `resource_metadata leads to ${new URL(document).origin}, not to ${origin}`,
    `Set PUBLIC_URL to what people type: ${origin}.`,
  );
}
