import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { writeAtomically } from '../atomic-file.js';
import { CliFailure } from '../failure.js';
import { positionOf } from './config-format.js';
import { formatOf } from './format-of.js';
import { isObject, type ConfigObject } from './json-value.js';

const usualNames = ['gantry.yaml', 'gantry.yml', 'gantry.json', 'gantry.jsonc'];

/** The config file that a folder has, or would get. */
export function usualConfigFile(folder: string): string {
  return usualNames.find((name) => existsSync(join(folder, name))) ?? 'gantry.yaml';
}

/**
 * What a config says, without `$schema`: that member is for editors, and each side has its own.
 */
export function meaningOf({ $schema: _, ...members }: ConfigObject): ConfigObject {
  return members;
}

/** An app's config as a file, YAML or JSON. */
export class ConfigFile {
  /** `from`: the working folder, from which people see the path. */
  constructor(
    readonly path: string,
    private readonly from: string,
  ) {}

  get exists(): boolean {
    return existsSync(this.path);
  }

  /** For people. */
  get shownPath(): string {
    const path = relative(this.from, this.path);
    return path.startsWith('..') ? this.path : path;
  }

  /** Throws a failure that names the line. */
  async read(): Promise<ConfigObject> {
    const value = (await formatOf(this.path)).parse(this.text(), this.shownPath) ?? {};
    if (isObject(value)) return meaningOf(value);
    throw new CliFailure(`${this.shownPath} must hold one object.`, { code: 'bad-syntax' });
  }

  /** Makes the file mean `config`; what stays the same keeps its comments. */
  async write(config: ConfigObject, schemaUrl: string): Promise<void> {
    const format = await formatOf(this.path);
    const before = this.exists ? this.text() : '';
    if (before.trim() === '') {
      writeAtomically(this.path, format.create(config, schemaUrl));
      return;
    }
    const own = format.parse(before, this.shownPath);
    const schema = isObject(own) && '$schema' in own ? { $schema: own['$schema'] } : {};
    const after = format.update(before, { ...schema, ...meaningOf(config) });
    if (after !== before) writeAtomically(this.path, after);
  }

  /** `gantry.yaml:12` for a pointer into the config. */
  async placeOf(pointer: string): Promise<string> {
    const text = this.text();
    const offset = (await formatOf(this.path)).locate(text, pointer);
    return `${this.shownPath}:${String(positionOf(text, offset).line)}`;
  }

  private text(): string {
    try {
      return readFileSync(this.path, 'utf8').replace(/^\ufeff/, '');
    } catch (error) {
      throw new CliFailure(`The config file cannot be read: ${(error as Error).message}`, {
        code: 'no-config-file',
        advice: ['Begin with: gantry init, or get the config of an app with: gantry pull --app <app>'],
      });
    }
  }
}
