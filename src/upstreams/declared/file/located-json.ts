import { pointerTo } from '../../../platform/http/bodies/validate.js';
import {
  getNodeValue,
  parseTree,
  printParseErrorCode,
  stripComments,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { jsonFault } from '../../../kernel/json/json-fault.js';

type Path = readonly PropertyKey[];

/** A member that an object has twice; the last one counts. */
export interface Duplicate {
  readonly path: Path;
  readonly lines: readonly [first: number, last: number];
}

const options = { allowTrailingComma: true, allowEmptyContent: false };

/** JSON with comments and trailing commas, as people write it, that can tell on which line its parts stand. */
export class LocatedJson {
  /** The first fault of the text, with its line and column. */
  readonly fault: string | undefined;
  private readonly text: string;
  private readonly tree: Node | undefined;

  constructor(text: string) {
    this.text = text.replace(/^\uFEFF/, '');
    const errors: ParseError[] = [];
    this.tree = parseTree(this.text, errors, options);
    const [error] = errors;
    if (error === undefined) return;
    const complaint = { ...error, code: printParseErrorCode(error.error) };
    const { offset, text: words } = jsonFault(stripComments(this.text, ' '), complaint);
    this.fault = `${this.positionOf(offset)}: not JSON: ${words}`;
  }

  get value(): unknown {
    return this.tree === undefined ? undefined : (getNodeValue(this.tree) as unknown);
  }

  /** Where a part stands and its name: `line 4, column 14, /mcpServers/github/url`. */
  place(path: Path): string {
    return `${this.positionOf(this.nodeAt(path)?.offset ?? 0)}, ${pointerOf(path)}`;
  }

  /** The same for the name of a member, with its column: `line 4, column 7, /mcpServers/github/tool`. */
  placeOfMember(path: Path): string {
    return `${this.positionOf(this.nodeAt(path)?.parent?.children?.[0]?.offset ?? 0)}, ${pointerOf(path)}`;
  }

  /** Members that stand twice in one object, wherever in the text. */
  duplicates(): readonly Duplicate[] {
    return this.tree === undefined ? [] : this.duplicatesIn(this.tree, []);
  }

  private duplicatesIn(node: Node, path: Path): Duplicate[] {
    if (node.type === 'array')
      return (node.children ?? []).flatMap((item, index) => this.duplicatesIn(item, [...path, index]));
    const seen = new Map<string, Node>();
    return membersOf(node).flatMap(([name, member]) => {
      const first = seen.get(name);
      seen.set(name, first ?? member);
      const inside = this.duplicatesIn(member, [...path, name]);
      if (first === undefined) return inside;
      const lines = [this.lineAt(first.offset), this.lineAt(member.offset)] as const;
      return [{ path: [...path, name], lines }, ...inside];
    });
  }

  /** Line and column, from 1. */
  private positionOf(offset: number): string {
    const before = this.text.slice(0, offset);
    return `line ${String(this.lineAt(offset))}, column ${String(before.length - before.lastIndexOf('\n'))}`;
  }

  /** The part, or what is nearest to where it would be. */
  private nodeAt(path: Path): Node | undefined {
    let node = this.tree;
    for (const part of path) {
      const next: Node | undefined =
        node?.type === 'array'
          ? node.children?.[Number(part)]
          : membersOf(node).findLast(([name]) => name === part)?.[1];
      if (next === undefined) break;
      node = next;
    }
    return node;
  }

  private lineAt(offset: number): number {
    return this.text.slice(0, offset).split('\n').length;
  }
}

function pointerOf(path: Path): string {
  return path.length === 0 ? 'the file' : pointerTo(path);
}

function membersOf(node: Node | undefined): [name: string, member: Node][] {
  if (node?.type !== 'object') return [];
  return (node.children ?? []).flatMap(({ children: [key, member] = [] }) =>
    key === undefined || member === undefined ? [] : [[String(key.value), member]],
  );
}
