import { cut, oneLine } from './printable.js';

/** One column: its heading and how to get its text. */
export interface Column<Row> {
  readonly heading: string;
  readonly text: (row: Row) => string;
}

/** Columns under headings for eyes; the last one is cut where the terminal ends. */
export function alignedTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number,
): { readonly heading: string; readonly lines: readonly string[] } {
  const cells = [
    columns.map(({ heading }) => heading),
    ...rows.map((row) => columns.map(({ text }) => oneLine(text(row)))),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => length(line[index] ?? ''))));
  const [heading = '', ...lines] = cells.map((line) =>
    cut(
      line
        .map((cell, index) => cell + ' '.repeat(Math.max(0, (widths[index] ?? 0) - length(cell))))
        .join('  ')
        .trimEnd(),
      width,
    ),
  );
  return { heading, lines };
}

/** The same for pipes: no heading, tabs between cells, nothing cut. */
export function tabbedTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly string[] {
  return rows.map((row) => columns.map(({ text }) => oneLine(text(row))).join('\t'));
}

function length(text: string): number {
  return Array.from(text).length;
}
