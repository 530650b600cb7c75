import { readFileSync } from 'node:fs';
import { writeAtomically } from '../atomic-file.js';
import { CliFailure } from '../failure.js';
import { jsonFormat } from '../project/json-format.js';
import { isObject, type ConfigObject } from '../project/json-value.js';
import { hasTomlTable, tomlTable, withTomlTable } from './toml-table.js';
import type { FileClient } from './clients.js';

/** What a client's own file has to say, as text to put there by hand. */
export function snippet({ format, section }: FileClient, name: string, entry: ConfigObject): string {
  return format === 'toml'
    ? tomlTable([section, name], entry)
    : JSON.stringify({ [section]: { [name]: entry } }, null, 2);
}

/** The file in which a client keeps its servers. */
export class ClientFile {
  private readonly before: string;

  /** Throws a failure that names the line when the file cannot be read. */
  constructor(
    readonly path: string,
    private readonly client: FileClient,
  ) {
    this.before = textOf(path);
    if (client.format === 'json') this.readJson();
  }

  /** Whether the client has a server of this name that is not at `url`. */
  hasOther(name: string, url: string): boolean {
    const { format, section } = this.client;
    if (format === 'toml')
      return hasTomlTable(this.before, [section, name]) && !this.before.includes(`"${url}"`);
    const servers = this.readJson()[section];
    const present = isObject(servers) ? servers[name] : undefined;
    return present !== undefined && !JSON.stringify(present).includes(JSON.stringify(url));
  }

  /** Puts the server there, readable by its owner alone; all else stays as it was. */
  write(name: string, entry: ConfigObject): void {
    writeAtomically(this.path, this.after(name, entry), 0o600);
  }

  private after(name: string, entry: ConfigObject): string {
    const { format, section } = this.client;
    if (format === 'toml') return withTomlTable(this.before, [section, name], entry);
    if (this.before.trim() === '') return `${snippet(this.client, name, entry)}\n`;
    const document = this.readJson();
    const servers = isObject(document[section]) ? document[section] : {};
    return jsonFormat.update(this.before, { ...document, [section]: { ...servers, [name]: entry } });
  }

  private readJson(): ConfigObject {
    if (this.before.trim() === '') return {};
    const document = jsonFormat.parse(this.before, this.path);
    if (isObject(document)) return document;
    throw new CliFailure(`${this.path} must hold one object.`, {
      code: 'bad-syntax',
      advice: ['Mend it, or leave --write out and put the configuration there yourself.'],
    });
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
