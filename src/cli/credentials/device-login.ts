import { hostname, platform, release } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { GantryProblem } from '../../client/problem.js';
import { version } from '../../version.js';
import { CliFailure } from '../failure.js';
import type { Gateway } from '../http/gateway.js';

const clientId = 'gantry-cli';
const systems: Readonly<Record<string, string>> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' };

/** A device login that waits for somebody to approve it (RFC 8628 §3.2). Times in seconds. */
export interface PendingLogin {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly address: string;
  /** The same with the code in it. */
  readonly fullAddress: string;
  readonly expiresIn: number;
  readonly interval: number;
}

export async function beginDeviceLogin(gateway: Gateway, scope: string | undefined): Promise<PendingLogin> {
  const begun = await gateway.post('/api/cli/auth/device', {
    body: {
      client_id: clientId,
      ...(scope === undefined ? {} : { scope }),
      device: { name: hostname(), os: `${systems[platform()] ?? platform()} ${release()}`, version },
    },
  });
  return {
    deviceCode: begun.device_code,
    userCode: begun.user_code,
    address: begun.verification_uri,
    fullAddress: begun.verification_uri_complete,
    expiresIn: begun.expires_in,
    interval: begun.interval,
  };
}

/** Asks until somebody has decided (RFC 8628 §3.4, §3.5); gives the token. Connections that break in between do not matter. */
export async function awaitApproval(
  gateway: Gateway,
  pending: PendingLogin,
  signal: AbortSignal,
): Promise<string> {
  let interval = pending.interval;
  const deadline = performance.now() + pending.expiresIn * 1000;
  while (performance.now() < deadline) {
    await sleep(interval * 1000, undefined, { signal }).catch(() => {
      signal.throwIfAborted();
    });
    try {
      const token = await gateway.post('/api/cli/auth/poll', {
        body: {
          client_id: clientId,
          device_code: pending.deviceCode,
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        },
      });
      return token.access_token;
    } catch (error) {
      interval = nextInterval(error, interval);
    }
  }
  throw expired();
}

/** The pause before the next question, or throws when there is none to ask. */
function nextInterval(error: unknown, interval: number): number {
  if (!(error instanceof GantryProblem)) throw error;
  // "Exponential backoff" after a time-out is what RFC 8628 §3.5 asks for.
  if (error.status === 0 || error.status >= 500 || error.status === 429)
    return Math.max(error.retryAfter ?? 0, Math.min(interval * 2, 30));
  const { error: code, interval: asked } = error.more.body ?? {};
  switch (code) {
    case 'authorization_pending':
      return typeof asked === 'number' ? asked : interval;
    case 'slow_down':
      return typeof asked === 'number' ? asked : interval + 5;
    case 'access_denied':
      throw new CliFailure('The login was denied in the browser.', { code: 'access-denied' });
    case 'expired_token':
    case 'invalid_grant':
      throw expired();
    default:
      throw error;
  }
}

function expired(): CliFailure {
  return new CliFailure('The code has expired before anybody approved it.', {
    code: 'expired-token',
    advice: ['Run gantry login again.'],
  });
}
