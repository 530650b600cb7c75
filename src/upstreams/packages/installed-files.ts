import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { z } from 'zod';
import type { PinnedPackage } from '../declared/pinned-package.js';
import { PackageFailure } from './package-failure.js';

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
});

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      /** Only of what is from no registry (`omit-lockfile-registry-resolved`). */
      resolved: z.string().optional(),
      inBundle: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

/** Rejects with a `PackageFailure` unless everything that the lock names beside the package is from a registry that states its hash. */
export async function requireLocked(folder: string, { name }: PinnedPackage): Promise<void> {
  const { packages } = Lock.parse(await jsonOf(join(folder, 'package-lock.json')));
  for (const [place, { integrity, resolved, inBundle, link }] of Object.entries(packages)) {
    // What is in the bundle of a package was compared with it.
    const isOurs = place === '' || place === `node_modules/${name}`;
    if ((isOurs || inBundle === true) && link !== true) continue;
    if (integrity !== undefined && resolved === undefined && link !== true) continue;
    throw new PackageFailure('refused', `it needs ${place.slice(0, 200)}, which has no hash in a registry`);
  }
}

/** The file, relative to `folder`, that npx would run. Rejects with a `PackageFailure`. */
export async function programOf(folder: string, { name, version }: PinnedPackage): Promise<string> {
  const place = join(folder, 'node_modules', name);
  const parsed = Manifest.safeParse(await jsonOf(join(place, 'package.json')));
  if (!parsed.success) throw new PackageFailure('refused', 'its package.json cannot be read');
  const { bin = {}, ...own } = parsed.data;
  if (own.name !== name || own.version !== version)
    throw new PackageFailure('refused', `it says of itself that it is ${own.name}@${own.version}`);
  const short = name.slice(name.indexOf('/') + 1);
  const programs: Readonly<Record<string, string>> = typeof bin === 'string' ? { [short]: bin } : bin;
  const files = new Set(Object.values(programs));
  const [only] = files.size === 1 ? files : [programs[short]];
  if (only === undefined) throw new PackageFailure('refused', 'it does not say which of its programs to run');
  const file = resolve(place, only);
  if (relative(place, file).startsWith('..')) throw new PackageFailure('refused', 'its program is not in it');
  await requireForNode(file);
  return relative(folder, file);
}

async function requireForNode(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new PackageFailure('refused', 'its program is not there');
  const first = text.slice(0, 200).split('\n', 1)[0] ?? '';
  const isForNode = first.startsWith('#!') ? /\bnode\b/.test(first) : /\.[cm]?js$/.test(file);
  if (!isForNode) throw new PackageFailure('refused', 'its program is not for Node.js');
}

async function jsonOf(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8')) as unknown;
}
