/** A way out of a node to what comes next. */
export interface Way {
  readonly from: string;
  readonly label?: string | undefined;
}

/** Around the label of a node. */
export type NodeShape = readonly [open: string, close: string];

/** The lines of a flowchart. Ids are made up here, so that names of tasks cannot be words of Mermaid. */
export class MermaidLines {
  private readonly ids = new Map<string, string>();
  private readonly lines: string[] = [];
  /** Behind all nodes: an edge that stands in a frame would draw both its ends into it. */
  private readonly links: string[] = [];
  private depth = 1;

  get all(): readonly string[] {
    return [...this.lines, ...this.links];
  }

  /** The id of a task, by its path; the same before and after it is drawn. */
  idOf(path: string): string {
    const known = this.ids.get(path);
    if (known !== undefined) return known;
    const id = `t${String(this.ids.size + 1)}`;
    this.ids.set(path, id);
    return id;
  }

  find(path: string): string | undefined {
    return this.ids.get(path);
  }

  add(line: string): void {
    this.lines.push(`${'  '.repeat(this.depth)}${line}`);
  }

  /** A node whose label has these lines. */
  node(id: string, [open, close]: NodeShape, label: readonly string[]): void {
    this.add(`${id}${open}"${label.map(escaped).join('<br/>')}"${close}`);
  }

  edges(ways: readonly Way[], to: string, arrow = '-->'): void {
    for (const { from, label } of ways)
      this.links.push(`  ${from} ${arrow}${label === undefined ? '' : `|"${escaped(label)}"|`} ${to}`);
  }

  /** What `draw` draws stands in a frame with a title. */
  group<T>(id: string, title: string, draw: () => T): T {
    this.add(`subgraph g${id} ["${escaped(title)}"]`);
    this.depth++;
    const drawn = draw();
    this.depth--;
    this.add('end');
    return drawn;
  }
}

/** Text of others as Mermaid shows it: whatever could be more than text is written as the number of its character. */
function escaped(text: string): string {
  return text.replace(/[^\w .,:@/()=-]/gu, (letter) => `#${String(letter.codePointAt(0))};`);
}
