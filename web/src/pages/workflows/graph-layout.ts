import type { GraphNode } from './document-graph.ts';

/** A drawn task; `x` and `y` are its top left corner, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly path: string;
  readonly name: string;
  readonly what: string;
  /** It holds others. */
  readonly isFrame: boolean;
}

/** An arrow downwards. */
export interface Arrow {
  readonly x: number;
  readonly from: number;
  readonly to: number;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

const boxWidth = 208;
const boxHeight = 52;
const gap = 28;
const padding = 16;
const titleHeight = 48;

/** Places tasks below each other, lanes of a task beside each other inside of it. */
export function layOut(nodes: readonly GraphNode[], left = 1, top = 1): Drawing {
  const sized = nodes.map((node) => [node, sizeOf(node)] as const);
  const width = Math.max(0, ...sized.map(([, size]) => size.width));
  const boxes: Box[] = [];
  const arrows: Arrow[] = [];
  const centre = left + width / 2;
  let y = top;
  for (const [index, [node, size]] of sized.entries()) {
    if (index > 0) arrows.push({ x: centre, from: y - gap, to: y });
    const x = centre - size.width / 2;
    const isFrame = size.height > boxHeight;
    boxes.push({ x, y, ...size, path: node.path, name: node.name, what: node.what, isFrame });
    let laneLeft = x + padding;
    for (const lane of node.lanes) {
      const drawn = layOut(lane, laneLeft, y + titleHeight);
      boxes.push(...drawn.boxes);
      arrows.push(...drawn.arrows);
      laneLeft += drawn.width + padding;
    }
    y += size.height + gap;
  }
  return { width, height: Math.max(0, y - gap - top), boxes, arrows };
}

function sizeOf({ lanes }: GraphNode): { readonly width: number; readonly height: number } {
  const inner = lanes.filter((lane) => lane.length > 0).map((lane) => layOut(lane));
  if (inner.length === 0) return { width: boxWidth, height: boxHeight };
  return {
    width: Math.max(
      boxWidth,
      inner.reduce((sum, { width }) => sum + width + padding, padding),
    ),
    height: titleHeight + Math.max(...inner.map(({ height }) => height)) + padding,
  };
}
