import { createHash } from 'node:crypto';

/** What all providers take as the name of a function (OpenAI: 64 characters, Anthropic: 128). */
const plainForm = /^[A-Za-z0-9_-]{1,64}$/;

/** Names of tools as a model may be told them, and back. Made for one request: nothing else knows the aliases. */
export class ToolAliases {
  private readonly aliases = new Map<string, string>();
  private readonly names = new Map<string, string>();

  constructor(names: readonly string[]) {
    for (const name of names) if (plainForm.test(name)) this.add(name, name);
    for (const name of names) this.aliasOf(name);
  }

  /** Also for tools of earlier turns that are not there any more. */
  aliasOf(name: string): string {
    return this.aliases.get(name) ?? this.add(name, this.free(name));
  }

  /** A name that the model made up stays as it is. */
  nameOf(alias: string): string {
    return this.names.get(alias) ?? alias;
  }

  private free(name: string): string {
    const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, '_');
    if (plain === name && plainForm.test(name) && !this.names.has(name)) return name;
    const hash = createHash('sha256').update(name).digest('hex').slice(0, 10);
    return `${plain.slice(0, 53)}_${hash}`;
  }

  private add(name: string, alias: string): string {
    this.aliases.set(name, alias);
    this.names.set(alias, name);
    return alias;
  }
}
