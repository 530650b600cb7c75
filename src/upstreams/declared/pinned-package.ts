/** A package of npm that a declaration holds to its bytes. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** Hashes of its file as in Subresource Integrity (https://www.w3.org/TR/sri-2/), separated by spaces: all of them must fit. */
  readonly integrity: string;
  /** What its program is told. */
  readonly args: readonly string[];
}

const nameForm = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/i;
const versionForm = /^\d+\.\d+\.\d+(?:-[0-9a-z.-]+)?(?:\+[0-9a-z.-]+)?$/i;
const integrityForm =
  /^sha(?:256|384|512)-[\w+/]{43,88}={0,2}(?: sha(?:256|384|512)-[\w+/]{43,88}={0,2}){0,3}$/;
const longestName = 214;

export function isPackageName(text: string): boolean {
  return text.length <= longestName && nameForm.test(text);
}

/** One version, not a range or a tag. */
export function isExactVersion(text: string): boolean {
  return text.length <= 255 && versionForm.test(text);
}

export function isIntegrity(text: string): boolean {
  return integrityForm.test(text);
}

/**
 * What `npx -y name@1.2.3 …` with an `integrity` beside it stands for; `undefined` for any other command. Nothing is left to npx: the gateway
 * itself gets the package.
 */
export function pinnedPackageOf({
  command,
  args,
  integrity,
}: {
  readonly command: string;
  readonly args: readonly string[];
  readonly integrity?: string | undefined;
}): PinnedPackage | undefined {
  if (command !== 'npx' || integrity === undefined || !isIntegrity(integrity)) return undefined;
  const [spec = '', ...rest] = args[0] === '-y' || args[0] === '--yes' ? args.slice(1) : args;
  const at = spec.lastIndexOf('@');
  const name = spec.slice(0, Math.max(at, 0));
  const version = spec.slice(at + 1);
  if (!isPackageName(name) || !isExactVersion(version)) return undefined;
  return { name, version, integrity, args: rest };
}
