import {
  Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Node,
  type ToStringOptions,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { badSyntax, type ConfigFormat } from './config-format.js';
import { readPointer } from './pointer.js';
import { isEqual, isObject, type ConfigObject } from './json-value.js';

/** Lines are not folded: a diff of the file then shows what was changed and no more. */
const layout = { lineWidth: 0 } as const;

export const yamlFormat: ConfigFormat = {
  parse: (text, path) => read(text, path).toJS() as unknown,

  create: (config, schemaUrl) => {
    const members = Object.fromEntries(Object.entries(config).filter(([name]) => name !== '$schema'));
    return `# yaml-language-server: $schema=${schemaUrl}\n\n${new Document(members).toString(layout)}`;
  },

  update: (text, config) => {
    const document = read(text, 'the file');
    if (isEqual(document.toJS(), config)) return text;
    markInlineComments(document, text);
    const before = document.contents;
    const after = reconciled(document, before, config);
    if (after !== before) document.contents = after as typeof before;
    return document.toString({ ...layout, ...layoutOf(text) }).replace(ownLine, ' #');
  },

  locate: (text, pointer) => {
    let node: unknown = parseDocument(text).contents;
    let offset = startOf(node);
    for (const name of readPointer(pointer)) {
      const pair = isMap(node)
        ? node.items.find(({ key }) => nameOf(key as Node | string) === name)
        : undefined;
      const next: unknown = pair?.value ?? (isSeq(node) ? node.items[Number(name)] : undefined);
      const start = startOf(pair?.key ?? next);
      if (start === undefined) break;
      offset = start;
      node = next;
    }
    return offset ?? 0;
  },
};

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** Stands before a comment that was in the line of its key: `github: # theirs`. The library would give it a line of its own. */
const inline = '\u{e000}';
const ownLine = /\n *#\u{e000}/gu;

function markInlineComments(document: Document, text: string): void {
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || !isCollection(value) || value.commentBefore == null || key.range == null) return;
      if (/^\s*:[ \t]*#/.test(text.slice(key.range[1]).split('\n', 1)[0] ?? ''))
        value.commentBefore = inline + value.commentBefore;
    },
  });
}

/** How a file is laid out, so that a change of one member does not lay out the others anew. */
function layoutOf(text: string): Pick<ToStringOptions, 'indent' | 'indentSeq' | 'flowCollectionPadding'> {
  const indent = /^( +)[^\s#-]/m.exec(text)?.[1]?.length;
  return {
    ...(indent === undefined ? {} : { indent }),
    indentSeq: !/^( *)[^\s#-][^\n]*:[ \t]*\n\1- /m.test(text),
    flowCollectionPadding: !/[[{][^\s\]}]/.test(text),
  };
}

function read(text: string, path: string): Document.Parsed {
  const document = parseDocument(text, { prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) throw badSyntax(path, text, error.pos[0], error.message);
  return document;
}

/** A node that means `value`: the one that is there, with its comments, as far as it can stay. */
function reconciled(document: Document, node: Node | null, value: unknown): Node {
  if (node !== null && isEqual(node.toJS(document), value)) return node;
  if (isMap(node) && isObject(value)) return reconciledMap(document, node, value);
  if (isSeq(node) && Array.isArray(value)) return reconciledList(document, node, value);
  if (isScalar(node) && (typeof value !== 'object' || value === null)) {
    node.value = value;
    // A number keeps how it was written; its text is not the value's any more.
    delete node.source;
    return node;
  }
  return document.createNode(value);
}

function reconciledMap(document: Document, map: YAMLMap, value: ConfigObject): Node {
  const kept = map as YAMLMap<Node | string, Node | null>;
  // `{}` was the way to write nothing, not the way to write what comes now.
  if (kept.items.length === 0) map.flow = false;
  kept.items = kept.items.filter(({ key }) => Object.hasOwn(value, nameOf(key)));
  for (const [name, member] of Object.entries(value)) {
    const pair = kept.items.find(({ key }) => nameOf(key) === name);
    if (pair === undefined) map.add(document.createPair(name, member));
    else pair.value = reconciled(document, pair.value, member);
  }
  return map;
}

function reconciledList(document: Document, list: YAMLSeq, value: readonly unknown[]): Node {
  const items = list.items as (Node | null)[];
  if (items.length === 0) list.flow = false;
  const means = (item: Node | null, member: unknown): boolean =>
    isEqual(item?.toJS(document) ?? null, member);
  const isStaying = (item: Node | null): boolean => value.some((member) => means(item, member));
  // An item that only moved takes its comments along; one that is not wanted any more may become the new one in its place.
  list.items = value.map((member, index) => {
    const same = items.find((item) => means(item, member));
    if (same != null) return same;
    const old = items[index] ?? null;
    return old === null || isStaying(old) ? document.createNode(member) : reconciled(document, old, member);
  });
  return list;
}

function nameOf(key: Node | string): string {
  return String(isScalar(key) ? key.value : key);
}
