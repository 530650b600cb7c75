import { z } from 'zod';
import { isIntegrity } from '../declared/pinned-package.js';
import { PackageFailure } from './package-failure.js';

const scriptsOfInstallation = ['preinstall', 'install', 'postinstall'] as const;

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  dist: z.object({ integrity: z.string().max(400).optional() }).optional(),
  scripts: z.record(z.string(), z.unknown()).optional(),
  hasInstallScript: z.boolean().optional(),
});

/** What a registry says of one version of a package. */
export interface PackageMetadata {
  readonly integrity: string;
  /** It has scripts that would run at its installation. They do not. */
  readonly hasScripts: boolean;
}

/** Reads what a registry says of `name@version`. Throws a `PackageFailure`. */
export function metadataOf(manifest: unknown, name: string, version: string): PackageMetadata {
  if (manifest === undefined)
    throw new PackageFailure('missing', 'its registry has no such package, or no such version of it');
  const parsed = Manifest.safeParse(manifest);
  if (!parsed.success) throw new PackageFailure('away', 'what its registry says of it cannot be read');
  const { dist: { integrity = '' } = {}, scripts = {}, hasInstallScript = false, ...own } = parsed.data;
  if (own.name !== name || own.version !== version)
    throw new PackageFailure('refused', `its registry says that it is ${own.name}@${own.version}`);
  if (!isIntegrity(integrity) || !integrity.startsWith('sha512-'))
    throw new PackageFailure(
      'refused',
      'its registry tells no sha512 of it, so that it cannot be held to its bytes',
    );
  return {
    integrity,
    hasScripts: hasInstallScript || scriptsOfInstallation.some((script) => script in scripts),
  };
}
