import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { createContext, Script } from 'node:vm';
import { isPattern } from '../../../src/upstreams/openapi/document/is-pattern.js';
import { nearMisses } from '../../apps/near-misses.js';
import { ownTime } from '../../support/measures/own-time.js';

const length = 65_536;
const mostMs = 50;

interface Literal {
  readonly place: string;
  readonly text: string;
}

const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
  .map((path) => literalsOf(join('src', path)));

function literalsOf(path: string): { literals: Literal[]; made: string[] } {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const literals: Literal[] = [];
  const made: string[] = [];
  const visit = (node: ts.Node): void => {
    const place = `${path}:${String(source.getLineAndCharacterOfPosition(node.pos).line + 1)}`;
    if (ts.isRegularExpressionLiteral(node)) literals.push({ place, text: node.text });
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && isRegExp(node.expression))
      made.push(place);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { literals, made };
}

function isRegExp(node: ts.Expression): boolean {
  return ts.isIdentifier(node) && node.text === 'RegExp';
}

const sandbox = createContext({ texts: [] }) as { texts: readonly string[] };

/** Applies the expression to texts as the gateway might, and gives up on them after a while. */
function timeOf(apply: Script, texts: readonly string[]): number {
  sandbox.texts = texts;
  const startedAt = ownTime();
  try {
    apply.runInContext(sandbox, { timeout: 500 });
  } catch {
    return Infinity;
  }
  return ownTime() - startedAt;
}

/** The first text that holds the loop for too long, however often it is tried. */
function slowText(literal: string): string | undefined {
  const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(literal) ?? [];
  const apply = new Script(`for (const text of texts) text.replace(${literal}, '')`);
  const texts = [...nearMisses(source, flags, length)];
  if (timeOf(apply, texts) <= mostMs) return undefined;
  const slow = texts.find((text) => [1, 2, 3].every(() => timeOf(apply, [text]) > mostMs));
  return slow && `${slow.slice(0, 80)}…${slow.slice(-20)}`;
}

describe('expressions on text that others wrote', () => {
  const literals = [...new Map(found.flatMap((one) => one.literals).map((one) => [one.text, one])).values()];

  it('finds them all', () => {
    expect(literals.length).toBeGreaterThan(150);
    // The one that is made of foreign text is not applied.
    expect(found.flatMap(({ made }) => made)).toEqual(['src/upstreams/openapi/document/is-pattern.ts:7']);
  });

  it.each(literals.map(({ place, text }) => [place, text]))('[linear-expressions] %s: %s', (_, literal) => {
    expect(slowText(literal)).toBeUndefined();
  });

  it.each(['(', '[a-', '(?<a>', 'a{1000}', '(a|', '(?=', '\\p{L}', '(a*)*'])(
    '[linear-expressions] a pattern of %j and again is read in time',
    (piece) => {
      for (let size = 0; size <= 1001; size += 7) {
        const startedAt = ownTime();
        isPattern(piece.repeat(size / piece.length));
        expect(ownTime() - startedAt).toBeLessThan(mostMs);
      }
    },
  );
});
