import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, resolve } from 'node:path';
import { writeAtomically } from '../atomic-file.js';
import { CliFailure } from '../failure.js';
import { ConfigFile } from './config-file.js';
import type { ConfigObject } from './json-value.js';

/** A config of the gateway as this folder has last seen it: what local changes build on. */
export interface Base {
  readonly version: number;
  readonly etag: string;
  readonly config: ConfigObject;
}

/** What `.gantry/state.json` keeps. */
export interface AppLink {
  readonly url: string;
  /** Slug of the app. */
  readonly app: string;
  /** The config file, from the folder. */
  readonly file: string;
  readonly base?: Base;
}

/** A folder that belongs to an app: its config file and the link to the gateway. */
export class Project {
  private constructor(
    readonly folder: string,
    readonly link: AppLink,
    private readonly from: string,
  ) {}

  /** The folder itself or the nearest one above that is linked. */
  static find(from: string): Project | undefined {
    for (let folder = resolve(from); ; folder = dirname(folder)) {
      const path = statePath(folder);
      if (existsSync(path)) return new Project(folder, readLink(path), from);
      if (dirname(folder) === folder) return undefined;
    }
  }

  /** Links a folder to an app. The link is of this copy of the folder, so it stays out of version control. */
  static create(folder: string, link: AppLink): void {
    const path = statePath(folder);
    mkdirSync(dirname(path), { recursive: true });
    const ignore = join(dirname(path), '.gitignore');
    if (!existsSync(ignore)) writeFileSync(ignore, '*\n');
    writeAtomically(path, `${JSON.stringify(link, null, 2)}\n`, 0o600);
  }

  get file(): ConfigFile {
    return new ConfigFile(join(this.folder, this.link.file), this.from);
  }
}

function statePath(folder: string): string {
  return join(folder, '.gantry', 'state.json');
}

function readLink(path: string): AppLink {
  try {
    const link = JSON.parse(readFileSync(path, 'utf8')) as Partial<AppLink>;
    const { url, app, file } = link;
    if (typeof url === 'string' && typeof app === 'string' && typeof file === 'string' && isInside(file))
      return link as AppLink;
  } catch {
    // Said below.
  }
  throw new CliFailure(`${path} cannot be read.`, {
    advice: ['Delete the folder .gantry and link anew with: gantry pull --app <app>'],
  });
}

/** A folder that came from somewhere else must not name a file outside of it. */
function isInside(file: string): boolean {
  return !isAbsolute(file) && !normalize(file).startsWith('..');
}
