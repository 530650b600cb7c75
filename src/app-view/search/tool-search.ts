import { isStopWord, stem, termsOf, wordsOf } from './search-terms.js';
import { relatedTerms } from './thesaurus.js';

/** What the search knows of a tool. */
export interface SearchableTool {
  readonly server: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Names of the members of its input. */
  readonly parameters: readonly string[];
}

export interface SearchHit {
  /** Position of the tool in what was indexed. */
  readonly index: number;
  /** Above 0; comparable within one answer only. */
  readonly score: number;
}

type Field = 'name' | 'title' | 'opening' | 'rest' | 'parameters' | 'server';

const fieldWeights: readonly (readonly [Field, number])[] = [
  ['name', 3],
  ['title', 2],
  ['opening', 1.5],
  ['rest', 0.5],
  ['parameters', 0.5],
  ['server', 1],
];
/** BM25's length normalisation and saturation. */
const lengthPull = 0.4;
const saturation = 1.2;
/** How much a name that the question covers altogether counts beside the sum of its words. */
const coveredNameBonus = 0.8;
const deprecatedFactor = 0.6;
const guessNearness = 0.5;

/** Characters of names and titles; real ones have fewer. */
const maxName = 256;
const maxDescription = 4000;
const maxParameters = 64;
const maxQuestionTerms = 32;
const fileName = /[\w*-]\.(?:md|txt|csv|log|docx?|pdf|ya?ml|json|[jt]sx?|py)\b/i;
const imageName = /[\w*-]\.(?:png|jpe?g|gif|webp|svg)\b/i;

interface Posting {
  readonly tool: number;
  /** Occurrences over the fields, weighted and normalised by length. */
  frequency: number;
  inName: boolean;
}

/** What is known of the words of all tools. */
interface Index {
  readonly postings: ReadonlyMap<string, readonly Posting[]>;
  /** Terms by their first letter, which people get right when they mistype the others. */
  readonly byInitial: ReadonlyMap<string, readonly string[]>;
  readonly nameTerms: readonly ReadonlySet<string>[];
  readonly factors: readonly number[];
}

/** Terms between two pauses. */
const termsAtOnce = 1000;

/**
 * Finds tools by what somebody wants to do, in memory: BM25F over weighted fields, where a word of the question counts by the best of
 * itself, its kin from the thesaurus and, when nobody knows it, words that begin like it or differ in one letter.
 */
export class ToolSearch {
  private readonly postings: Index['postings'];
  private readonly byInitial: Index['byInitial'];
  private readonly nameTerms: Index['nameTerms'];
  private readonly factors: Index['factors'];

  private constructor({ postings, byInitial, nameTerms, factors }: Index) {
    this.postings = postings;
    this.byInitial = byInitial;
    this.nameTerms = nameTerms;
    this.factors = factors;
  }

  /** Makes the index, in steps: tools may be many and long. */
  static *indexing(tools: readonly SearchableTool[]): Generator<undefined, ToolSearch> {
    const fields: Record<Field, string[]>[] = [];
    for (const tool of tools) {
      fields.push(fieldsOf(tool));
      yield undefined;
    }
    const averages = new Map(
      fieldWeights.map(([field]) => [
        field,
        fields.reduce((sum, of) => sum + of[field].length, 0) / Math.max(1, tools.length),
      ]),
    );
    const postings = new Map<string, Posting[]>();
    for (const [tool, of] of fields.entries()) {
      for (const [field, weight] of fieldWeights) {
        const terms = of[field];
        const length = terms.length / Math.max(0.001, averages.get(field) ?? 0);
        const worth = weight / (1 - lengthPull + lengthPull * length);
        for (const term of terms) count(postings, term, { tool, worth, inName: field === 'name' });
      }
      yield undefined;
    }
    return new ToolSearch({
      postings,
      byInitial: yield* groupingByInitial(postings.keys()),
      nameTerms: fields.map(({ name }) => new Set(name)),
      factors: tools.map(factorOf),
    });
  }

  /** Best first, found in steps; tools that have nothing to do with the question are left out. */
  *searching(question: string): Generator<undefined, SearchHit[]> {
    const scores = new Map<number, number>();
    const covered = new Map<number, Map<string, number>>();
    for (const term of this.questionTerms(question)) {
      const best = new Map<number, number>();
      for (const [candidate, nearness] of yield* this.candidates(term)) {
        yield undefined;
        const postings = this.postings.get(candidate) ?? [];
        const rarity = this.rarity(candidate);
        for (const { tool, frequency, inName } of postings) {
          const score = (nearness * rarity * frequency) / (saturation + frequency);
          if (score > (best.get(tool) ?? 0)) best.set(tool, score);
          if (inName) keepMax(covered, tool, candidate, nearness);
        }
      }
      for (const [tool, score] of best) scores.set(tool, (scores.get(tool) ?? 0) + score);
    }
    return [...scores]
      .map(([index, score]) => ({ index, score: this.finish(index, score, covered.get(index)) }))
      .sort((a, b) => b.score - a.score || a.index - b.index);
  }

  private finish(tool: number, score: number, covered: ReadonlyMap<string, number> | undefined): number {
    let whole = 0;
    let part = 0;
    if (covered !== undefined)
      for (const term of this.nameTerms[tool] ?? []) {
        const rarity = this.rarity(term);
        whole += rarity;
        part += rarity * (covered.get(term) ?? 0);
      }
    const bonus = whole === 0 ? 1 : 1 + (coveredNameBonus * part) / whole;
    return Math.round(score * bonus * (this.factors[tool] as number) * 1000) / 1000;
  }

  /** Inverse document frequency, never negative. */
  private rarity(term: string): number {
    const found = this.postings.get(term)?.length ?? 0;
    return Math.log(1 + (this.nameTerms.length - found + 0.5) / (found + 0.5));
  }

  private questionTerms(question: string): Set<string> {
    const words = wordsOf(question).slice(0, maxQuestionTerms);
    const terms = new Set(words.filter((word) => !isStopWord(word)).map(stem));
    // "sign up" and "signup", "screen shot" and "screenshot".
    words.forEach((word, i) => {
      const joined = stem(`${word}${words[i + 1] ?? ''}`);
      if (i + 1 < words.length && this.postings.has(joined)) terms.add(joined);
    });
    if (fileName.test(question)) terms.add(stem('file'));
    if (imageName.test(question)) terms.add(stem('image'));
    return terms;
  }

  private *candidates(term: string): Generator<undefined, Map<string, number>> {
    const candidates = new Map([[term, 1]]);
    for (const [other, nearness] of relatedTerms(term)) candidates.set(other, nearness);
    if (this.postings.has(term) || term.length < 3) return candidates;
    for (const [index, known] of (this.byInitial.get(term.charAt(0)) ?? []).entries()) {
      if (index % termsAtOnce === 0) yield undefined;
      if (!candidates.has(known) && (known.startsWith(term) || isMistyped(term, known)))
        candidates.set(known, guessNearness);
    }
    return candidates;
  }
}

function factorOf({ title, description }: SearchableTool): number {
  const isDeprecated =
    /deprecated/i.test(title.slice(0, maxName)) || /deprecated/i.test(description.slice(0, maxDescription));
  return isDeprecated ? deprecatedFactor : 1;
}

function count(
  of: Map<string, Posting[]>,
  term: string,
  { tool, worth, inName }: { readonly tool: number; readonly worth: number; readonly inName: boolean },
): void {
  let postings = of.get(term);
  if (postings === undefined) of.set(term, (postings = []));
  let posting = postings.at(-1);
  if (posting?.tool !== tool) postings.push((posting = { tool, frequency: 0, inName: false }));
  posting.frequency += worth;
  posting.inName ||= inName;
}

function* groupingByInitial(
  terms: Iterable<string>,
): Generator<undefined, ReadonlyMap<string, readonly string[]>> {
  const groups = new Map<string, string[]>();
  let seen = 0;
  for (const term of terms) {
    if (seen++ % termsAtOnce === 0) yield undefined;
    const group = groups.get(term.charAt(0));
    if (group === undefined) groups.set(term.charAt(0), [term]);
    else group.push(term);
  }
  return groups;
}

function keepMax(of: Map<number, Map<string, number>>, tool: number, term: string, value: number): void {
  let terms = of.get(tool);
  if (terms === undefined) of.set(tool, (terms = new Map<string, number>()));
  if (value > (terms.get(term) ?? 0)) terms.set(term, value);
}

function fieldsOf({ server, name, title, description, parameters }: SearchableTool): Record<Field, string[]> {
  const text = description.slice(0, maxDescription);
  const end = text.search(/[.!\n]/);
  return {
    name: termsOf(name.slice(0, maxName)),
    title: termsOf(title.slice(0, maxName)),
    opening: termsOf(end < 0 ? text : text.slice(0, end)),
    rest: end < 0 ? [] : termsOf(text.slice(end)),
    parameters: parameters.slice(0, maxParameters).flatMap((parameter) => termsOf(parameter.slice(0, 100))),
    server: termsOf(server.slice(0, maxName)),
  };
}

/** One letter more, less, other or swapped with its neighbour, after the first; short words are not guessed at. */
function isMistyped(term: string, known: string): boolean {
  if (term.length < 5 || Math.abs(term.length - known.length) > 1) return false;
  let start = 0;
  while (start < term.length && term[start] === known[start]) start++;
  const same = (a: number, b: number) => term.slice(start + a) === known.slice(start + b);
  return (
    same(1, 1) ||
    same(1, 0) ||
    same(0, 1) ||
    (term[start] === known[start + 1] && term[start + 1] === known[start] && same(2, 2))
  );
}
