import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { freePort } from '../collectors/free-port.js';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.js';
import { waitFor } from '../wait-for.js';

const place = '/usr/sbin/pgbouncer';

/** PgBouncer in transaction mode in front of the Postgres of the tests. */
export class PgBouncer {
  private output = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: TemporaryFolder,
    private readonly port: number,
  ) {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
  }

  /**
   * With so many sessions for each database. Where it is not installed the tests that need it say so and prove nothing; with `CI=true`
   * they fail instead.
   */
  static async start(server: string, sessions: number): Promise<PgBouncer | undefined> {
    if (!existsSync(place)) {
      const advice = 'PgBouncer is not installed: `apt-get install pgbouncer`.';
      if (process.env['CI'] === 'true') throw new Error(advice);
      console.warn(`NOT TESTED: gateways behind PgBouncer. ${advice}`);
      return undefined;
    }
    const [folder, port] = [temporaryFolder(), await freePort()];
    chmodSync(folder.path, 0o755);
    writeFileSync(folder.file('pgbouncer.ini'), settings(new URL(server), port, sessions));
    // It refuses to run as root.
    const user = process.getuid?.() === 0 ? ['--user=postgres'] : [];
    const child = spawn(place, [...user, folder.file('pgbouncer.ini')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const bouncer = new PgBouncer(child, folder, port);
    await waitFor('PgBouncer', () => {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended:\n${bouncer.output}`);
      return bouncer.output.includes('process up');
    });
    return bouncer;
  }

  /** The same database by way of this. */
  urlOf(database: string | undefined): string {
    const url = new URL(String(database));
    url.host = `127.0.0.1:${String(this.port)}`;
    return url.href;
  }

  async close(): Promise<void> {
    if (this.child.exitCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await ended;
    }
    this.folder.remove();
  }
}

/** Nothing but what it needs to run: what Gantry sends must do with PgBouncer as it comes. */
function settings({ hostname, port, username, password }: URL, at: number, sessions: number): string {
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  return [
    '[databases]',
    `* = host=${hostname} port=${port || '5432'} user=${decodeURIComponent(username)}${secret}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${String(at)}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${String(sessions)}`,
    '',
  ].join('\n');
}
