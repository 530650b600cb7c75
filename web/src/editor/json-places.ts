import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

/** A stretch of the text. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** What a string of JSON means; its text, when it cannot be read. */
function meaning(state: EditorState, { from, to }: Place): string {
  const text = state.sliceDoc(from, to);
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replaceAll('"', '');
  }
}

function isValue(node: SyntaxNode): boolean {
  return /^(Object|Array|String|Number|True|False|Null)$/.test(node.name);
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

/** Where a JSON pointer points (RFC 6901); of a member that is not there, what should hold it. */
export function placeOf(state: EditorState, pointer: string): Place {
  // All of it, and not what is in sight alone.
  const tree = ensureSyntaxTree(state, state.doc.length, 1000) ?? syntaxTree(state);
  let at = childrenOf(tree.topNode).find(isValue);
  let found: Place = { from: 0, to: Math.min(1, state.doc.length) };
  if (at === undefined) return found;
  const parts = pointer.split('/').slice(1);
  for (const part of parts) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const next: SyntaxNode | undefined = at === undefined ? undefined : childOf(state, at, key);
    if (next === undefined) break;
    found = { from: next.from, to: next.to };
    at = next.name === 'Property' ? childrenOf(next).find(isValue) : next;
  }
  return found;
}

function childOf(state: EditorState, node: SyntaxNode, key: string): SyntaxNode | undefined {
  if (node.name === 'Array') return childrenOf(node).filter(isValue)[Number(key)];
  return childrenOf(node).find((child) => {
    const name = child.getChild('PropertyName');
    return name !== null && meaning(state, name) === key;
  });
}

/** The keys that lead to the value or the name of a member at `at`; `names` are the members that are there already. */
export interface Cursor {
  readonly path: readonly string[];
  readonly kind: 'name' | 'value';
  readonly names: readonly string[];
  /** What is typed of it, with its quotes. */
  readonly typed: Place;
}

export function cursorAt(state: EditorState, at: number): Cursor | undefined {
  const node = syntaxTree(state).resolveInner(at, -1);
  const property = ancestorOf(node, 'Property');
  const holder = ancestorOf(node, 'Object');
  const isFree =
    ['Object', '{', ',', '⚠'].includes(node.name) && holder !== undefined && isNameWanted(state, at);
  if (node.name === 'PropertyName' || isFree)
    return {
      path: holder === undefined ? [] : pathOf(state, holder),
      kind: 'name',
      names: holder === undefined ? [] : childrenOf(holder).flatMap((child) => nameOf(state, child)),
      typed: node.name === 'PropertyName' ? { from: node.from, to: node.to } : typedAt(state, at),
    };
  if (property === undefined) return undefined;
  const name = property.getChild('PropertyName');
  if (name === null || at <= name.to) return undefined;
  return {
    path: [...pathOf(state, property.parent ?? property), meaning(state, name)],
    kind: 'value',
    names: [],
    typed: node.name === 'String' ? { from: node.from, to: node.to } : typedAt(state, at),
  };
}

/** What stands before the cursor decides: after `{` or `,` comes a name. */
function isNameWanted(state: EditorState, at: number): boolean {
  const before = state
    .sliceDoc(Math.max(0, at - 200), at)
    .replace(/"?[\w$-]*$/, '')
    .trimEnd();
  return before.endsWith('{') || before.endsWith(',');
}

function typedAt(state: EditorState, at: number): Place {
  const line = state.doc.lineAt(at);
  const [typed = ''] = /"?[\w$-]*$/.exec(line.text.slice(0, at - line.from)) ?? [];
  return { from: at - typed.length, to: at };
}

function nameOf(state: EditorState, property: SyntaxNode): string[] {
  const name = property.getChild('PropertyName');
  return name === null ? [] : [meaning(state, name)];
}

function ancestorOf(node: SyntaxNode, name: string): SyntaxNode | undefined {
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) if (at.name === name) return at;
  return undefined;
}

function pathOf(state: EditorState, node: SyntaxNode): string[] {
  const path: string[] = [];
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) {
    if (at.name === 'Property') path.unshift(...nameOf(state, at));
    const { parent, from }: SyntaxNode = at;
    if (parent?.name === 'Array') {
      const index = childrenOf(parent)
        .filter(isValue)
        .findIndex((child) => child.from === from);
      path.unshift(String(index));
    }
  }
  return path;
}
