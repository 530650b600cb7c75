/** The operands and options of a command as they were given. */
export class Invocation {
  constructor(
    readonly args: readonly (string | undefined)[],
    private readonly options: Readonly<Record<string, unknown>>,
  ) {}

  /** An operand that commander has made sure of. */
  arg(index: number): string {
    return this.args[index] ?? '';
  }

  text(option: string): string | undefined {
    const value = this.options[option];
    return typeof value === 'string' ? value : undefined;
  }

  flag(option: string): boolean {
    return this.options[option] === true;
  }

  /** All values of an option that may be given again and again. */
  list(option: string): readonly string[] {
    const value = this.options[option];
    return Array.isArray(value) ? value.map(String) : [];
  }
}
