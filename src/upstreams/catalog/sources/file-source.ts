import { open, type FileHandle } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { CatalogEntry } from '../entry/catalog-entry.js';
import { SourceFailure, type CatalogSource, type SourcePage, type SourceSearch } from './catalog-source.js';
import { entriesOf, entryIn, pageOf } from './entry-list.js';

/** A file of entries, read anew each time. */
export class FileSource implements CatalogSource {
  readonly label: string;
  private readonly path: string;

  constructor(
    path: string,
    private readonly maxBytes: number,
  ) {
    this.path = resolve(path);
    this.label = basename(path);
  }

  async page(search: SourceSearch): Promise<SourcePage> {
    return pageOf(await this.entries(), search);
  }

  async find(name: string, version: string | undefined): Promise<CatalogEntry | undefined> {
    return entryIn(await this.entries(), name, version);
  }

  private async entries(): Promise<readonly CatalogEntry[]> {
    let file: FileHandle | undefined;
    try {
      // Of a pipe that nobody writes to, nothing would ever come.
      file = await open(this.path, 'r');
      const stat = await file.stat();
      if (!stat.isFile()) throw new SourceFailure('is no file');
      if (stat.size > this.maxBytes) throw new SourceFailure('is larger than MAX_CATALOG_BYTES');
      return entriesOf(JSON.parse(await file.readFile('utf8')), this.label);
    } catch (error) {
      if (error instanceof SourceFailure) throw error;
      throw new SourceFailure(error instanceof SyntaxError ? 'is not JSON' : 'cannot be read', {
        cause: error,
      });
    } finally {
      await file?.close();
    }
  }
}
