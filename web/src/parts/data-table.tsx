import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import styles from './data-table.module.css';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  readonly isNumber?: boolean;
  /** As much as it needs, and no more. */
  readonly isNarrow?: boolean;
  /** On a phone it has a line of its own. */
  readonly isWide?: boolean;
  /** Buttons: what the column is called is heard, not seen. */
  readonly isAction?: boolean;
}

/** Stands where there is no value. */
export const nothing = '–';

/** Up to so many rows are simply there. */
const fewRows = 80;
const rowHeight = 45;

/**
 * A table; of many rows only those near the window are drawn, and `aria-rowcount` says how many there are. On a phone each row is an item with
 * the names of its columns. The roles stand there because browsers drop those of tables that are laid out otherwise.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  total = rows.length,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** With those that are not loaded yet; -1 when nobody knows. */
  readonly total?: number;
}): ReactNode {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const isLong = rows.length > fewRows;
  useLayoutEffect(() => {
    setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, [isLong]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 20,
    scrollMargin: top,
    enabled: isLong,
  });
  const drawn = isLong ? virtual.getVirtualItems() : rows.map((_, index) => ({ index, start: 0, end: 0 }));
  const before = isLong ? (drawn[0]?.start ?? top) - top : 0;
  const after = isLong ? virtual.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top) : 0;
  return (
    <div className={styles.frame}>
      <table
        role="table"
        className={styles.table}
        aria-label={label}
        aria-rowcount={total < 0 ? -1 : total + 1}
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {columns.map(({ name, isNumber, isNarrow, isAction }) => (
              <th key={name} role="columnheader" scope="col" className={classOf({ isNumber, isNarrow })}>
                {isAction === true ? <span className="hidden">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {before > 0 && <Gap height={before} span={columns.length} />}
          {drawn.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <tr
                key={keyOf(row)}
                role="row"
                aria-rowindex={index + 2}
                data-index={index}
                ref={isLong ? virtual.measureElement : undefined}
              >
                {columns.map((column) => {
                  const shown = column.cell(row);
                  return (
                    <td
                      key={column.name}
                      role="cell"
                      data-name={column.name}
                      data-empty={shown === nothing || shown === '' || undefined}
                      className={classOf(column)}
                    >
                      {shown}
                    </td>
                  );
                })}
              </tr>
            );
          })}
          {after > 0 && <Gap height={after} span={columns.length} />}
        </tbody>
      </table>
    </div>
  );
}

function classOf({
  isNumber = false,
  isNarrow = false,
  isWide = false,
  isAction = false,
}: Pick<Column<unknown>, 'isNumber' | 'isNarrow' | 'isWide' | 'isAction'>): string | undefined {
  const names = [
    isNumber && styles.number,
    (isNarrow || isAction) && styles.narrow,
    isWide && styles.wide,
    isAction && styles.act,
  ];
  return names.filter(Boolean).join(' ') || undefined;
}

function Gap({ height, span }: { readonly height: number; readonly span: number }): ReactNode {
  return (
    <tr role="presentation" className={styles.gap}>
      <td role="presentation" colSpan={span} style={{ height }} />
    </tr>
  );
}
