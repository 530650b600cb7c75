import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** What the tests of one file say about themselves, read without running them. */
export interface TestFile {
  readonly path: string;
  /** Requirement ids in the titles of tests. */
  readonly ids: readonly string[];
  /** String literals anywhere, when a title takes its id from a table: `[${id}] …` or `[%s] …`. */
  readonly tableIds: readonly string[];
  /** Calls that keep tests from running: `it.skip`, `describe.only`, `it.todo` and their kin. */
  readonly switchedOff: readonly string[];
}

const runners = new Set(['it', 'test', 'describe']);
const offWords = new Set(['skip', 'only', 'todo', 'failing']);
const offRunners = new Set(['xit', 'fit', 'xtest', 'xdescribe', 'fdescribe']);

export function readTestFile(path: string): TestFile {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const literals: string[] = [];
  const switchedOff: string[] = [];
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node)) literals.push(node.text);
    if (ts.isCallExpression(node)) {
      const words = calleeWords(node.expression);
      const [runner = ''] = words;
      if (offRunners.has(runner) || (runners.has(runner) && words.some((word) => offWords.has(word))))
        switchedOff.push(words.join('.'));
      const [title] = node.arguments;
      if (runners.has(runner) && title !== undefined) titles.push(titleText(title));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const takesIdsFromTable = titles.some((title) => /^\[(%s|\$\{)/.test(title));
  return {
    path,
    ids: titles.flatMap(bracketed),
    tableIds: takesIdsFromTable ? literals : [],
    switchedOff,
  };
}

/** `it.each(table)` → `it`, `each`. */
function calleeWords(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...calleeWords(callee.expression), callee.name.text];
  if (ts.isTaggedTemplateExpression(callee)) return calleeWords(callee.tag);
  if (ts.isCallExpression(callee)) return calleeWords(callee.expression);
  return [];
}

function titleText(title: ts.Expression): string {
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : '';
}

/** Ids at the beginning of a title: `[a] [b] does something`. */
function bracketed(title: string): string[] {
  const lead = /^(?:\[[a-z0-9-]+\]\s*)+/.exec(title)?.[0] ?? '';
  return [...lead.matchAll(/\[([a-z0-9-]+)\]/g)].map(([, id]) => String(id));
}
