import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import styles from './long-list.module.css';

const fewItems = 80;

/** A list; of many items only those near the window are drawn, and each says which of how many it is. */
export function LongList<Item>({
  label,
  items,
  keyOf,
  children,
}: {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
}): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const isLong = items.length > fewItems;
  useLayoutEffect(() => {
    setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, [isLong]);
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => 66,
    overscan: 15,
    scrollMargin: top,
    enabled: isLong,
  });
  if (!isLong)
    return (
      <ul role="list" className={styles.list} aria-label={label}>
        {items.map((item) => (
          <li key={keyOf(item)} className={styles.item}>
            {children(item)}
          </li>
        ))}
      </ul>
    );
  return (
    <ul
      role="list"
      ref={list}
      className={`${String(styles.list)} ${String(styles.long)}`}
      aria-label={label}
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ index, start }) => {
        const item = items[index];
        if (item === undefined) return null;
        return (
          <li
            key={keyOf(item)}
            className={styles.item}
            aria-posinset={index + 1}
            aria-setsize={items.length}
            data-index={index}
            ref={virtual.measureElement}
            style={{ transform: `translateY(${String(start - top)}px)` }}
          >
            {children(item)}
          </li>
        );
      })}
    </ul>
  );
}
