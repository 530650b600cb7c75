import { extname } from 'node:path';
import { usageFailure } from '../failure.js';
import type { ConfigFormat } from './config-format.js';

/** Loads what reads and writes files of this name. */
export async function formatOf(path: string): Promise<ConfigFormat> {
  switch (extname(path).toLowerCase()) {
    case '.yaml':
    case '.yml':
      return (await import('./yaml-format.js')).yamlFormat;
    case '.json':
    case '.jsonc':
      return (await import('./json-format.js')).jsonFormat;
    default:
      throw usageFailure(
        `A config file ends in .yaml, .yml, .json or .jsonc: ${path}`,
        'For example: --file gantry.yaml',
      );
  }
}
