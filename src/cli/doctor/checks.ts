import process from 'node:process';
import { GantryProblem } from '../../client/problem.js';
import { version } from '../../version.js';
import { isInTheClear } from '../credentials/gateway-url.js';
import { loginCommand, renewal } from '../credentials/renewal.js';
import { header, type Gateway } from '../http/gateway.js';
import { failureOf } from '../report-failure.js';
import type { CommandSession } from '../session.js';
import { isUnconnected, listServers } from '../tools/server-list.js';
import { relativeTime } from '../terminal/when.js';

/** What came of one check. */
export interface Check {
  readonly name:
    | 'command'
    | 'address'
    | 'clock'
    | 'version'
    | 'logins'
    | 'login'
    | 'servers'
    | 'gateway'
    | 'folder';
  readonly status: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  readonly advice?: string;
}

const clockToleranceMs = 60_000;
const soonMs = 7 * 86_400_000;

/** Runs all checks that make sense; `onCheck` hears of each at once. */
export async function runChecks(
  session: CommandSession,
  onCheck: (check: Check) => void,
): Promise<readonly Check[]> {
  const done: Check[] = [];
  const note = (...checks: readonly Check[]): void => {
    for (const check of checks) {
      done.push(check);
      onCheck(check);
    }
  };
  note({ name: 'command', status: 'ok', detail: `gantry ${version} on Node ${process.versions.node}` });
  note(checkLoginsFile(session));
  const address = await checkAddress(session);
  note(...address);
  if (address.some(({ status }) => status === 'failed')) return done;
  const login = await checkLogin(session);
  note(...login);
  if (login.every(({ status }) => status !== 'failed')) {
    note(await checkServers(session.gateway()));
    note(...(await checkGateway(session.gateway())));
  }
  note(...(await checkFolder(session)));
  return done;
}

function checkLoginsFile({ credentials }: CommandSession): Check {
  const { path, urls, isOpenToOthers } = credentials;
  if (isOpenToOthers)
    return {
      name: 'logins',
      status: 'warning',
      detail: `${path} can be read by others`,
      advice: `chmod 600 ${path}`,
    };
  return {
    name: 'logins',
    status: 'ok',
    detail: urls.length === 0 ? `none in ${path}` : `${urls.join(', ')} in ${path}`,
  };
}

async function checkAddress(session: CommandSession): Promise<Check[]> {
  const { url, urlSource } = session.connection;
  const sentAt = Date.now();
  try {
    const { headers } = await session.gatewayAt(url).ask('get', '/health/ready', {});
    const ms = Date.now() - sentAt;
    const clear = isInTheClear(url);
    const address: Check = {
      name: 'address',
      status: clear ? 'warning' : 'ok',
      detail: `${url} (from ${urlSource}) answers in ${String(ms)} ms`,
      ...(clear ? { advice: 'It is not encrypted: put it behind https.' } : {}),
    };
    return [address, checkClock(header(headers, 'date'), sentAt, ms)];
  } catch (error) {
    session.signal.throwIfAborted();
    const { message, advice } = failureOf(error);
    const [first] = advice.filter((line) => !line.includes('doctor'));
    const next = first ?? 'Is the gateway running, and is the address right? Name another with --url.';
    return [{ name: 'address', status: 'failed', detail: message, advice: next }];
  }
}

function checkClock(date: string | undefined, sentAt: number, ms: number): Check {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs))
    return { name: 'clock', status: 'warning', detail: 'the gateway does not say its time' };
  // The header has whole seconds.
  const apart = Math.abs(theirs + 500 - (sentAt + ms / 2));
  if (apart < clockToleranceMs) return { name: 'clock', status: 'ok', detail: 'as at the gateway' };
  return {
    name: 'clock',
    status: 'warning',
    detail: `${String(Math.round(apart / 1000))} s apart from the gateway's`,
    advice: 'Set the clock of this machine or of the gateway: expiry dates are read by it.',
  };
}

async function checkLogin(session: CommandSession): Promise<Check[]> {
  const { url, token, hidden } = session.connection;
  const command = loginCommand(session.connection);
  if (token === undefined)
    return [{ name: 'login', status: 'failed', detail: `not logged in to ${url}`, advice: command }];
  const hides: Check[] =
    hidden === undefined
      ? []
      : [
          {
            name: 'login',
            status: 'warning',
            detail: `${token.source} goes before your login as ${hidden.email}`,
          },
        ];
  try {
    const me = await session.gateway().get('/api/cli/auth/me', {});
    const { expiresAt } = me.token;
    const isSoon = expiresAt !== null && Date.parse(expiresAt) - Date.now() < soonMs;
    const ends = expiresAt === null ? '' : `, ends ${relativeTime(expiresAt)}`;
    const login: Check = {
      name: 'login',
      status: isSoon ? 'warning' : 'ok',
      detail: `${me.user.email} by ${token.source}${ends}`,
      ...(isSoon ? { advice: command } : {}),
    };
    return [...hides, login, checkVersion(me.server.version)];
  } catch (error) {
    session.signal.throwIfAborted();
    // An app's key belongs to no person; it is fine when it can list servers.
    if (error instanceof GantryProblem && error.status === 403)
      return [...hides, { name: 'login', status: 'ok', detail: `an app's key by ${token.source}` }];
    return [
      ...hides,
      {
        name: 'login',
        status: 'failed',
        detail: failureOf(error).message,
        advice: renewal(session.connection).join(' '),
      },
    ];
  }
}

function checkVersion(theirs: string): Check {
  const line = (text: string): string => text.split('.').slice(0, 2).join('.');
  if (line(theirs) === line(version))
    return { name: 'version', status: 'ok', detail: `the gateway has ${theirs}` };
  return {
    name: 'version',
    status: 'warning',
    detail: `the gateway has ${theirs}, this command ${version}`,
    advice: 'Use the command of the version that the gateway has.',
  };
}

async function checkServers(gateway: Gateway): Promise<Check> {
  try {
    const { servers, fileFaults } = await listServers(gateway);
    const unconnected = servers.filter(isUnconnected).map(({ handle }) => handle);
    const broken = servers.filter(
      (server) => !isUnconnected(server) && ['unavailable', 'degraded'].includes(server.status),
    );
    if (broken.length === 0 && fileFaults.length === 0) {
      const note = unconnected.length === 0 ? '' : `; not connected yet: ${unconnected.join(', ')}`;
      return { name: 'servers', status: 'ok', detail: `${String(servers.length)}, none broken${note}` };
    }
    const list = broken.map(
      ({ handle, lastError }) => `${handle}: ${lastError?.detail ?? lastError?.code ?? 'broken'}`,
    );
    const detail = [...list, ...fileFaults].join('; ');
    return { name: 'servers', status: 'warning', detail, advice: 'gantry servers' };
  } catch (error) {
    return { name: 'servers', status: 'failed', detail: failureOf(error).message };
  }
}

/** What the gateway finds wrong with itself, which it tells operators; of servers the check before has told. */
async function checkGateway(gateway: Gateway): Promise<Check[]> {
  try {
    const { findings } = await gateway.get('/api/doctor', {});
    const others = findings.filter(({ about }) => about === 'gateway');
    if (others.length === 0)
      return [{ name: 'gateway', status: 'ok', detail: 'finds nothing wrong with itself' }];
    return others.map(({ title, detail, remedy }) => ({
      name: 'gateway',
      status: 'warning',
      detail: detail === undefined ? title : `${title}: ${detail}`,
      advice: remedy,
    }));
  } catch (error) {
    // Who is no operator is not told, and a gateway of before has no doctor.
    if (error instanceof GantryProblem && (error.status === 403 || error.status === 404)) return [];
    return [{ name: 'gateway', status: 'warning', detail: failureOf(error).message }];
  }
}

async function checkFolder({ project, connection }: CommandSession): Promise<Check[]> {
  if (project === undefined) return [];
  const { link, file } = project;
  if (link.url !== connection.url)
    return [
      {
        name: 'folder',
        status: 'warning',
        detail: `belongs to ${link.url}`,
        advice: `gantry login --url ${link.url}`,
      },
    ];
  try {
    await file.read();
    return [{ name: 'folder', status: 'ok', detail: `${file.shownPath} is of ${link.app}` }];
  } catch (error) {
    return [{ name: 'folder', status: 'failed', detail: failureOf(error).message }];
  }
}
