import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { usageFailure } from '../failure.js';
import { isObject, type ConfigObject } from '../project/json-value.js';

/** The OpenAPI document in a file, YAML or JSON. */
export function readApiDocument(path: string): ConfigObject {
  let document: unknown;
  try {
    // JSON is YAML.
    document = parse(readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n', 1);
    throw usageFailure(
      `The document cannot be read: ${reason}`,
      'Give its address, with http:// or https://, or the path of a file of YAML or JSON.',
    );
  }
  if (!isObject(document)) throw usageFailure(`${path} holds no OpenAPI document.`, 'Give another file.');
  return document;
}
