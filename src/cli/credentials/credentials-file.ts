import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { writeAtomically } from '../atomic-file.js';
import type { Environment } from '../environment.js';
import { CliFailure } from '../failure.js';

/** What is kept of a login. */
export interface SavedLogin {
  readonly token: string;
  /** Of the token, to end it. */
  readonly tokenId: string;
  readonly email: string;
  readonly account: string;
  /** ISO 8601; `null`: lives until it is revoked. */
  readonly expiresAt: string | null;
}

interface Content {
  /** The gateway that is meant when none is named. */
  readonly current?: string;
  readonly hosts: Readonly<Record<string, SavedLogin>>;
}

/** The logins of this user: one file, 0600 in a 0700 folder, one login per gateway. */
export class CredentialsFile {
  readonly path: string;

  constructor(environment: Environment) {
    this.path = join(configFolder(environment), 'hosts.json');
  }

  get current(): string | undefined {
    return this.read().current;
  }

  get urls(): readonly string[] {
    return Object.keys(this.read().hosts);
  }

  find(url: string): SavedLogin | undefined {
    return this.read().hosts[url];
  }

  /** Keeps a login and makes its gateway the current one. */
  keep(url: string, login: SavedLogin): void {
    this.write({ current: url, hosts: { ...this.read().hosts, [url]: login } });
  }

  /** Forgets a login; another gateway becomes the current one if it was that. */
  forget(url: string): void {
    const { current, hosts } = this.read();
    const rest = Object.fromEntries(Object.entries(hosts).filter(([host]) => host !== url));
    const next = current === url ? Object.keys(rest)[0] : current;
    this.write({ ...(next === undefined ? {} : { current: next }), hosts: rest });
  }

  /** Whether others on this machine could read it. */
  get isOpenToOthers(): boolean {
    if (platform() === 'win32') return false;
    try {
      return (statSync(this.path).mode & 0o077) !== 0;
    } catch {
      return false;
    }
  }

  private read(): Content {
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { hosts: {} };
      throw new CliFailure(`The logins in ${this.path} cannot be read: ${(error as Error).message}`);
    }
    try {
      const { current, hosts } = JSON.parse(text) as Partial<Content>;
      return { ...(current === undefined ? {} : { current }), hosts: hosts ?? {} };
    } catch {
      throw new CliFailure(`${this.path} is not valid JSON.`, {
        advice: ['Mend it, or delete it and run: gantry login'],
      });
    }
  }

  private write(content: Content): void {
    const folder = dirname(this.path);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    writeAtomically(this.path, `${JSON.stringify(content, null, 2)}\n`, 0o600);
  }
}

function configFolder(environment: Environment): string {
  const { GANTRY_CONFIG_DIR, XDG_CONFIG_HOME, APPDATA, HOME } = environment;
  if (GANTRY_CONFIG_DIR !== undefined) return GANTRY_CONFIG_DIR;
  if (XDG_CONFIG_HOME !== undefined) return join(XDG_CONFIG_HOME, 'gantry');
  if (platform() === 'win32' && APPDATA !== undefined) return join(APPDATA, 'Gantry');
  return join(HOME ?? homedir(), '.config', 'gantry');
}
