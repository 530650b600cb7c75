import type { Environment } from '../environment.js';
import { looksSecret } from './credentials.js';
import { hasReferences, hasPersonalValue, replaceReferences, type Reference } from './references.js';

/** A secret that an import needs. */
export interface NeededSecret {
  readonly name: string;
  /** Absent: it has to be asked for. */
  readonly value?: string;
  /** What it is, for a question: `GITHUB_TOKEN of the server github`. */
  readonly what: string;
}

/** Takes credentials out of values and puts `${secret:NAME}` in their place. */
export class SecretCollector {
  private readonly needed = new Map<string, NeededSecret>();

  constructor(
    private readonly environment: Environment,
    /** Names that are in use on the gateway; they are left alone. */
    private readonly taken: ReadonlySet<string>,
    /** Descriptions of VS Code's inputs by their ids. */
    private readonly inputs: ReadonlyMap<string, string>,
    /** Folders that the client knows, on this machine. */
    private readonly folderOf: (reference: Reference) => string,
  ) {}

  get secrets(): readonly NeededSecret[] {
    return [...this.needed.values()];
  }

  /** Values of headers or variables with references in place of credentials. */
  replaceAll(server: string, values: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, this.replace(server, name, value)]),
    );
  }

  /** A reference in place of what is a secret whatever it looks like. */
  replaceSecret(server: string, name: string, value: string): string {
    if (hasReferences(value)) return this.replaceReferences(server, name, value);
    return this.reference(`${server}_${name}`, `${name} of the server ${server}`, value);
  }

  private replace(server: string, name: string, value: string): string {
    if (hasReferences(value)) return this.replaceReferences(server, name, value);
    if (hasPersonalValue(value)) return value;
    // The scheme stays to be seen: `Bearer ${secret:GITHUB_TOKEN}`.
    const [, scheme = '', rest = value] = /^((?:Bearer|Basic|Token|ApiKey)\s+)(.+)$/is.exec(value) ?? [];
    if (scheme === '' && !looksSecret(name, value)) return value;
    const wanted = /^authorization$/i.test(name)
      ? `${server}_TOKEN`
      : isVariable(name)
        ? name
        : `${server}_${name}`;
    return `${scheme}${this.reference(wanted, `${name} of the server ${server}`, rest)}`;
  }

  private replaceReferences(server: string, member: string, value: string): string {
    return replaceReferences(value, (reference) => this.replaceReference(server, member, reference));
  }

  /** A secret, unless what stands for it is no credential: a default, or a folder. */
  private replaceReference(server: string, member: string, reference: Reference): string {
    const { kind, name, fallback } = reference;
    const what = `${name} of the server ${server}`;
    if (kind === 'folder') return this.folderOf(reference);
    if (kind === 'input') return this.reference(name, this.inputs.get(name) ?? what);
    if (kind === 'other') return this.reference(`${server}_${member}`, `${member} of the server ${server}`);
    const value = this.environment[name];
    if (value === undefined && fallback !== undefined && !looksSecret(member, fallback)) return fallback;
    return this.reference(name, what, value ?? fallback);
  }

  private reference(wanted: string, what: string, value?: string): string {
    const plain = secretName(wanted);
    let name = plain;
    for (let count = 2; this.isOther(name, value); count++) name = `${plain.slice(0, 60)}_${String(count)}`;
    this.needed.set(name, { name, what, ...(value === undefined ? {} : { value }) });
    return `\${secret:${name}}`;
  }

  /** Whether a name stands for something else already. */
  private isOther(name: string, value: string | undefined): boolean {
    const known = this.needed.get(name);
    return known === undefined ? this.taken.has(name) : known.value !== value;
  }
}

function isVariable(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name);
}

function secretName(text: string): string {
  const name = text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^[^A-Z]+|(?<!_)_+$/g, '');
  return (name || 'SECRET').slice(0, 64);
}
