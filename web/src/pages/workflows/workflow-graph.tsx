import { useMemo, type ReactNode } from 'react';
import type { RunStep } from '../../api/models.ts';
import { graphInWords, graphOf } from './document-graph.ts';
import { layOut } from './graph-layout.ts';
import { runStates } from './run-states.ts';
import styles from './workflows.module.css';

/** The document as a picture: what comes after what; of a run also how each task stands. */
export function WorkflowGraph({
  document,
  states = noStates,
}: {
  readonly document: unknown;
  /** By the paths of tasks. */
  readonly states?: ReadonlyMap<string, RunStep['status']>;
}): ReactNode {
  const nodes = useMemo(() => graphOf(document), [document]);
  const { width, height, boxes, arrows } = useMemo(() => layOut(nodes), [nodes]);
  if (boxes.length === 0) return null;
  const wordOf = ({ path }: { readonly path: string }): string | undefined => {
    const state = states.get(path);
    return state === undefined ? undefined : runStates[state].word;
  };
  return (
    <div className={styles.graph} tabIndex={0}>
      <svg
        role="img"
        aria-label="Graph"
        aria-description={graphInWords(nodes, wordOf)}
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
              className={[box.isFrame ? styles.frame : styles.box, styles[states.get(box.path) ?? '']]
                .filter(Boolean)
                .join(' ')}
            />
            <text x={box.x + 14} y={box.y + 22} className={styles.boxName}>
              {cut(box.name, wordOf(box) === undefined ? 28 : 15)}
            </text>
            <text x={box.x + 14} y={box.y + 40} className={styles.boxWhat}>
              {cut(box.what)}
            </text>
            {wordOf(box) !== undefined && (
              <text x={box.x + box.width - 12} y={box.y + 22} textAnchor="end" className={styles.boxState}>
                {wordOf(box)}
              </text>
            )}
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

function cut(text: string, letters = 28): string {
  return text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
}

const noStates: ReadonlyMap<string, RunStep['status']> = new Map();
