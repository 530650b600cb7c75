/** Statements that TypeORM has no words for, for both databases: numbered parameters on Postgres, question marks on SQLite. */
export class RawStatement {
  readonly values: unknown[] = [];

  constructor(private readonly isPostgres: boolean) {}

  /** The place of a value. */
  value(value: unknown): string {
    this.values.push(value);
    return this.isPostgres ? `$${String(this.values.length)}` : '?';
  }

  /** The places of a row's values, in parentheses. */
  row(values: readonly unknown[]): string {
    return `(${values.map((value) => this.value(value)).join(', ')})`;
  }
}

/** Names of columns as both databases take them. */
export function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}
