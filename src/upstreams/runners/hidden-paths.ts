import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Config } from '../../platform/config/config.js';
import { sinkAddress } from '../../platform/config/values/sink-address.js';
import type { Values } from '../../platform/config/variables.js';

/** What is the gateway's own, without symbolic links: no sandbox shows it, whatever else it shows. */
export async function hiddenPaths({
  DATA_DIR,
  PACKAGES_DIR,
  MCP_CONFIG,
  AUDIT_SINK,
  CATALOG_SOURCES,
}: Values): Promise<readonly string[]> {
  const sink = AUDIT_SINK === undefined ? undefined : sinkAddress(AUDIT_SINK);
  const own = [
    ...[DATA_DIR, MCP_CONFIG, ...Config.secretFiles(), ...(sink?.kind === 'file' ? [sink.path] : [])],
    ...(PACKAGES_DIR === undefined ? [] : [PACKAGES_DIR]),
    ...CATALOG_SOURCES.filter((source) => !URL.canParse(source)),
  ];
  const found = await Promise.all(own.map((path) => realPathOf(resolve(path))));
  return [...new Set(found.filter((path) => path !== undefined))];
}

/** Of what is not there yet, too, as long as its folder is. */
async function realPathOf(path: string): Promise<string | undefined> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const folder = await realpath(dirname(path)).catch(() => undefined);
  return folder === undefined ? undefined : join(folder, basename(path));
}
