import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Keyring } from '../../platform/security/keyring.js';
import type { FolderEntry } from './folder-entries.js';

/** What an installed package was when it was installed. */
export interface PackageRecord {
  /** Its program, relative to its files. */
  readonly program: string;
  readonly entries: readonly FolderEntry[];
}

const file = 'record.json';
const purpose = 'package record';

/** Records of packages, beside their files: signed with the key of the installation, so that nobody else writes one. */
export class PackageRecords {
  constructor(private readonly keyring: Keyring) {}

  /** `name`: that of the folder where it will be. */
  async write(place: string, record: PackageRecord, name = basename(place)): Promise<void> {
    const text = JSON.stringify(record);
    await writeFile(join(place, file), `${this.keyring.digest(purpose, `${name}\n${text}`)}\n${text}`);
  }

  /** `undefined` where there is none that we have written for this folder. */
  async find(place: string): Promise<PackageRecord | undefined> {
    const written = await readFile(join(place, file), 'utf8').catch(() => '');
    const at = written.indexOf('\n');
    const text = written.slice(at + 1);
    const isOurs = this.keyring.matches(
      purpose,
      `${basename(place)}\n${text}`,
      written.slice(0, Math.max(at, 0)),
    );
    return isOurs ? (JSON.parse(text) as PackageRecord) : undefined;
  }
}
