import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { createContext, Script } from 'node:vm';
import { isPattern } from '../../../src/upstreams/openapi/document/is-pattern.js';
import { nearMisses } from '../../apps/near-misses.js';
import { ownTime } from '../../support/measures/own-time.js';

const length = 65_536;
const mostMs = 50;
/** A quadratic expression that takes `mostMs` for `length` takes more than `suspectMs` for this length. */
const shortLength = 8192;
const suspectMs = 0.5;

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

interface Sandbox {
  texts: readonly string[];
  times: number[];
  readonly now: () => number;
}

const sandbox = createContext({ texts: [], times: [], now: ownTime }) as Sandbox;

/** Applies the expression to each text as the gateway can. The milliseconds for each, infinite for one that has run for too long. */
function timesOf(apply: Script, texts: readonly string[]): number[] {
  sandbox.times = [];
  while (sandbox.times.length < texts.length)
    try {
      sandbox.texts = texts.slice(sandbox.times.length);
      apply.runInContext(sandbox, { timeout: 500 });
    } catch {
      sandbox.times.push(Infinity);
    }
  return sandbox.times;
}

/** A text that takes too long in each of several tries. */
function slowText(literal: string): string | undefined {
  const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(literal) ?? [];
  const apply = new Script(
    `for (const text of texts) { const at = now(); text.replace(${literal}, ''); times.push(now() - at); }`,
  );
  const isSlow = (text: string, most: number) =>
    [1, 2, 3].every(() => (timesOf(apply, [text])[0] ?? 0) > most);
  const short = [...nearMisses(source, flags, shortLength)];
  const firstTimes = timesOf(apply, short);
  const suspects = short.map(
    (text, index) => (firstTimes[index] ?? 0) > suspectMs && isSlow(text, suspectMs),
  );
  if (!suspects.includes(true)) return undefined;
  const texts = [...nearMisses(source, flags, length)];
  const slow = texts.find((text, index) => suspects[index] === true && isSlow(text, mostMs));
  return slow && `${slow.slice(0, 80)}…${slow.slice(-20)}`;
}

function timeOfReading(pattern: string): number {
  const startedAt = ownTime();
  isPattern(pattern);
  return ownTime() - startedAt;
}

describe('expressions on text that others wrote', () => {
  const literals = [...new Map(found.flatMap((one) => one.literals).map((one) => [one.text, one])).values()];

  it('finds them all', () => {
    expect(literals.length).toBeGreaterThan(150);
    // Those that are made of foreign text are not applied.
    expect(found.flatMap(({ made }) => made.map((place) => place.replace(/:\d+$/, '')))).toEqual([
      'src/upstreams/connection/lists/compilable-schema.ts',
      'src/upstreams/openapi/document/is-pattern.ts',
    ]);
  });

  it.each(['/a*b/', '/(?:-eyJ)*x/'])('recognizes %s as slow', (literal) => {
    expect(slowText(literal)).toBeDefined();
  });

  it.each(literals.map(({ place, text }) => [place, text]))('[linear-expressions] %s: %s', (_, literal) => {
    expect(slowText(literal)).toBeUndefined();
  });

  it.each(['(', '[a-', '(?<a>', 'a{1000}', '(a|', '(?=', '\\p{L}', '(a*)*'])(
    '[linear-expressions] a pattern of %j and again is read in time',
    (piece) => {
      for (let size = 0; size <= 1001; size += 7) {
        const pattern = piece.repeat(size / piece.length);
        expect([1, 2, 3, 4].some(() => timeOfReading(pattern) < mostMs)).toBe(true);
      }
    },
  );
});
