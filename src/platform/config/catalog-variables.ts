import { z } from 'zod';
import { baseAddress, bytes, integer, listOf, milliseconds, variable } from './variable.js';

const isSource = (text: string): boolean =>
  /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? baseAddress.safeParse(text).success : text.length <= 4096;

/** Where servers can be added from, and what runs of them. */
export const catalogVariables = {
  CATALOG_SOURCES: variable(
    listOf(isSource, 'a file, or an http or https address without user, query or fragment').refine(
      (sources) => sources.length <= 20,
      'must be at most 20',
    ),
    [],
    'Where the catalogue comes from beside the curated list: files, and addresses of registries that speak the API of the official one, such as `https://registry.modelcontextprotocol.io`',
  ),
  CATALOG_CURATED: variable(
    z.enum(['on', 'off']),
    'on',
    'Whether the list that comes with the package is in the catalogue',
  ),
  CATALOG_TIMEOUT_MS: variable(
    milliseconds(100),
    5000,
    'Time that one source of the catalogue has to answer',
  ),
  MAX_CATALOG_BYTES: variable(bytes(1024), 8_388_608, 'Largest answer of a source of the catalogue, or file'),
  MAX_CATALOG_PAGES: variable(
    integer(1, 1_000_000),
    1000,
    'Most pages that one source of the catalogue is asked for',
  ),
  NPM_REGISTRY: variable<string | undefined>(
    baseAddress,
    undefined,
    'The registry that packages of catalogued servers are got from',
    "npm's own (`npm config get registry`)",
  ),
  PACKAGES_DIR: variable<string | undefined>(
    z.string().min(1),
    undefined,
    'Folder that packages held to their bytes (`integrity`) are installed in',
    '`packages` in DATA_DIR',
  ),
  PACKAGE_TIMEOUT_MS: variable(
    milliseconds(1000),
    300_000,
    'Longest time that getting such a package takes, and that installing it takes',
  ),
  MAX_PACKAGE_BYTES: variable(
    integer(1024),
    1_073_741_824,
    'Bytes that such a package may take up with all that it needs, unpacked, and packed beside it while it is installed',
  ),
  MAX_PACKAGE_FILES: variable(
    integer(1),
    200_000,
    'Files and folders that it may have with all that it needs',
  ),
};
