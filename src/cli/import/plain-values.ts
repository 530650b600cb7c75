import { basename, dirname, resolve } from 'node:path';
import { homeFolder, type Environment } from '../environment.js';
import { looksSecret } from './credentials.js';
import { replaceBraced, type Reference } from './references.js';

/** Why a value cannot stand in a config: `its arguments need …`. */
export class PlainValueFault extends Error {}

/** Values of places where a config holds no references: addresses, commands and arguments. */
export class PlainValues {
  /** Folders of this machine that were filled in since they were last taken. */
  private used = new Set<string>();

  constructor(
    private readonly environment: Environment,
    /** The client's file: its folder is the workspace, or the one above if it is `.vscode` and its like. */
    private readonly file: string | undefined,
  ) {}

  /** The value with variables and folders in place. Throws a `PlainValueFault` whose message goes on after `what`. */
  fill(what: string, value: string): string {
    return replaceBraced(value, (reference, text) => this.valueOf(what, reference, text));
  }

  private valueOf(what: string, { kind, name, fallback }: Reference, text: string): string {
    if (kind === 'folder') return this.folderOf({ name });
    const value = kind === 'variable' ? (this.environment[name] ?? fallback) : undefined;
    if (value === undefined)
      throw new PlainValueFault(
        `${what} ${text}, ${kind === 'variable' ? 'which is not set here' : 'which only the client can read'}: write its value into the file first`,
      );
    if (looksSecret(name, value))
      throw new PlainValueFault(
        `${what} the credential ${text}, which would stand in the config in plain: give it by a header or by env instead`,
      );
    return value;
  }

  takeUsedFolders(): readonly string[] {
    const used = [...this.used];
    this.used = new Set();
    return used;
  }

  /** A folder that the client knows by this name, on this machine. */
  folderOf({ name }: Pick<Reference, 'name'>): string {
    if (name === 'pathSeparator' || name === '/') return '/';
    const folder = this.folderBehind(name);
    this.used.add(folder);
    return folder;
  }

  private folderBehind(name: string): string {
    if (name === 'userHome') return homeFolder(this.environment);
    const beside = dirname(resolve(this.file ?? 'mcp.json'));
    const workspace = basename(beside).startsWith('.') ? dirname(beside) : beside;
    return name === 'workspaceFolderBasename' ? basename(workspace) : workspace;
  }
}
