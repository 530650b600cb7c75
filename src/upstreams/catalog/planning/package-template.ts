import { isExactVersion, isPackageName } from '../../declared/pinned-package.js';
import type { Argument, NamedValue, Package } from '../entry/server-json.js';
import type { EntryInputs, Slot } from './entry-inputs.js';
import { entryRefused } from './plan-refusal.js';
import { isRefusedVariable } from './refused-variables.js';
import type { ArgumentSlot, DeclarationTemplate } from './declaration-template.js';

/** Kinds of packages that cannot be held to their bytes here, and why. */
const unpinned: Readonly<Record<string, string>> = {
  pypi: 'uvx has no way to run only what has a known hash',
  nuget: 'dnx has no way to run only what has a known hash',
  cargo: 'it is built from source, which runs what is in it',
  mcpb: 'bundles are made for desktop clients',
};
const imageForm = /^[a-z0-9][a-z0-9._:/-]*@sha256:[a-f0-9]{64}$/;
/** What runtimes are told that changes nothing here. */
const idle = new Set(['-y', '--yes', '-i', '--interactive', '--rm']);

/** Whether the gateway knows how to hold this kind of package to its bytes. */
export function isPinnable({ registryType, identifier }: Package): boolean {
  return registryType === 'npm' || (registryType === 'oci' && identifier.includes('@sha256:'));
}

/** Why none of these packages can be added. */
export function whyNone(packages: readonly Package[]): string {
  const words = packages.map(({ registryType }) =>
    registryType === 'oci'
      ? 'a container image (oci) without a digest can become another one'
      : `a package of ${registryType}: ${unpinned[registryType] ?? 'the gateway does not know this kind'}`,
  );
  return `It cannot be held to its bytes: ${words.join('; ')}.`;
}

/** Throws `catalog-entry-entryRefused`. `integrity` is what the registry of a package of npm says. */
export function packageTemplate(
  from: Package,
  inputs: EntryInputs,
  integrity: string | undefined,
): DeclarationTemplate {
  const { registryType, identifier, transport } = from;
  if (transport.type !== 'stdio')
    throw entryRefused(
      `Its package would be a server at an address of its own (${transport.type}), and the gateway starts stdio servers only.`,
    );
  requireIdle(from.runtimeArguments ?? []);
  const env = variablesOf(from.environmentVariables ?? [], inputs);
  const args = (from.packageArguments ?? []).map((argument, index) => argumentSlot(argument, index, inputs));
  const common = { kind: 'command', args, env } as const;
  if (registryType === 'npm' && integrity !== undefined)
    return { ...common, command: 'npx', lead: ['-y', `${identifier}@${npmVersion(from)}`], integrity };
  const names = Object.keys(env).flatMap((name) => ['-e', name]);
  return { ...common, command: 'docker', lead: ['run', '-i', '--rm', ...names, imageOf(from)] };
}

/** Throws `catalog-entry-entryRefused`. */
export function npmVersion({ identifier, version = '' }: Package): string {
  if (!isPackageName(identifier)) throw entryRefused('Its package has a name that npm does not know.');
  if (!isExactVersion(version)) throw entryRefused('Its package has no exact version.');
  return version;
}

/** Throws `catalog-entry-entryRefused`. */
function imageOf({ identifier }: Package): string {
  if (!imageForm.test(identifier))
    throw entryRefused('Its image has no name that a runtime of containers knows.');
  return identifier;
}

/** What a runtime is told can be anything: mounts, other packages, code. */
function requireIdle(args: readonly Argument[]): void {
  const other = args.find(({ name, value }) => !idle.has(name ?? value ?? ''));
  if (other !== undefined)
    throw entryRefused(
      `It tells its runtime ${JSON.stringify(other.name ?? other.value ?? other.valueHint ?? '')}, which the gateway does not pass on (runtimeArguments).`,
    );
}

function variablesOf(values: readonly NamedValue[], inputs: EntryInputs): Record<string, Slot> {
  const wrong = values.find(({ name }) => isRefusedVariable(name));
  if (wrong !== undefined)
    throw entryRefused(`It sets the variable ${JSON.stringify(wrong.name)}, which would change what is run.`);
  return Object.fromEntries(values.map((value) => [value.name, inputs.slot(value.name, value)]));
}

function argumentSlot(argument: Argument, index: number, inputs: EntryInputs): ArgumentSlot {
  const { type, name, valueHint, isRepeated = false } = argument;
  if (type === 'positional') {
    const hint = valueHint ?? `argument-${String(index + 1)}`;
    return { value: inputs.slot(hint, argument, { isRepeated }) };
  }
  if (name === undefined) throw entryRefused('One of its named arguments has no name.');
  return argument.value === ''
    ? { flag: name }
    : { flag: name, value: inputs.slot(name, argument, { isRepeated }) };
}
