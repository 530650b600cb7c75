import type { TableColumnOptions, TableForeignKeyOptions, TableIndexOptions } from 'typeorm';

type More = Partial<TableColumnOptions>;

/** A prefixed id, such as `acc_…`. */
export const id = (name: string, more: More = {}): TableColumnOptions => textColumn(name, 36, more);

export const textColumn = (name: string, length: number, more: More = {}): TableColumnOptions => ({
  name,
  type: 'varchar',
  length: String(length),
  ...more,
});

/** Milliseconds since the epoch. */
export const time = (name: string, more: More = {}): TableColumnOptions => ({
  name,
  type: 'bigint',
  ...more,
});

export const nullable: More = { isNullable: true };

/** The primary key of `table` on one column or several. */
export const primary = (table: string): More => ({
  isPrimary: true,
  primaryKeyConstraintName: `pk_${table}`,
});

/** Named `ix_<table>_<columns>`, unique ones `ux_…`. */
export function index(table: string, columns: string[], isUnique = false): TableIndexOptions {
  return {
    name: `${isUnique ? 'ux' : 'ix'}_${table}_${columns.map(snake).join('_')}`,
    columnNames: columns,
    isUnique,
  };
}

/** `column` names a row of `other`, with which it goes away. Named `fk_<table>_<column>`. */
export function belongsTo(table: string, column: string, other: string): TableForeignKeyOptions {
  return {
    name: `fk_${table}_${snake(column)}`,
    columnNames: [column],
    referencedTableName: other,
    referencedColumnNames: ['id'],
    onDelete: 'CASCADE',
  };
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
