import { useMemo, type ReactNode } from 'react';
import { graphInWords, graphOf } from './document-graph.ts';
import { layOut } from './graph-layout.ts';
import styles from './workflows.module.css';

/** The document as a picture: what comes after what. */
export function WorkflowGraph({ document }: { readonly document: unknown }): ReactNode {
  const nodes = useMemo(() => graphOf(document), [document]);
  const { width, height, boxes, arrows } = useMemo(() => layOut(nodes), [nodes]);
  if (boxes.length === 0) return null;
  return (
    <div className={styles.graph} tabIndex={0}>
      <svg
        role="img"
        aria-label="Graph"
        aria-description={graphInWords(nodes)}
        width={width + 2}
        height={height + 2}
        viewBox={`0 0 ${String(width + 2)} ${String(height + 2)}`}
      >
        {boxes.map((box, index) => (
          <g key={index}>
            <rect
              x={box.x}
              y={box.y}
              width={box.width}
              height={box.height}
              rx={8}
              className={box.isFrame ? styles.frame : styles.box}
            />
            <text x={box.x + 14} y={box.y + 22} className={styles.boxName}>
              {cut(box.name)}
            </text>
            <text x={box.x + 14} y={box.y + 40} className={styles.boxWhat}>
              {cut(box.what)}
            </text>
          </g>
        ))}
        {arrows.map(({ x, from, to }, index) => (
          <path
            key={index}
            className={styles.arrow}
            d={`M${String(x)} ${String(from + 2)}V${String(to - 3)}m-4 -5l4 5l4 -5`}
          />
        ))}
      </svg>
    </div>
  );
}

function cut(text: string): string {
  return text.length > 28 ? `${text.slice(0, 27)}…` : text;
}
