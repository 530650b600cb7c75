import type { JsonObject } from '../kernel/json/json.js';
import { NotStrict } from './strict-keywords.js';

/** OpenAI's limits on one strict schema. */
const most = {
  levels: 10,
  members: 5000,
  values: 1000,
  letters: 120_000,
  ownLetters: 15_000,
  ownValues: 250,
};

/** What a strict schema has used of them. */
export class StrictBudget {
  private memberCount = 0;
  private valueCount = 0;
  private letters = 0;

  enter(depth: number, at: string): void {
    if (depth > most.levels) throw new NotStrict(at, `is nested deeper than ${String(most.levels)} levels`);
  }

  members(names: readonly string[], at: string): void {
    this.memberCount += names.length;
    if (this.memberCount > most.members) throw new NotStrict(at, 'has too many members');
    this.count(names, at);
  }

  /** The values of an `enum` or `const`; an empty list is none. */
  values(schema: JsonObject, at: string): readonly unknown[] | undefined {
    const listed = Array.isArray(schema['enum']) ? (schema['enum'] as readonly unknown[]) : [];
    const values = 'const' in schema ? [schema['const']] : listed;
    if (values.length === 0) return undefined;
    if (values.some((value) => typeof value === 'object' && value !== null))
      throw new NotStrict(at, 'has values that are objects or lists');
    this.valueCount += values.length;
    if (this.valueCount > most.values) throw new NotStrict(at, 'has too many values');
    const texts = values.map(String);
    if (values.length > most.ownValues && lengthOf(texts) > most.ownLetters)
      throw new NotStrict(at, 'has values that are too long together');
    this.count(texts, at);
    return values;
  }

  private count(texts: readonly string[], at: string): void {
    this.letters += lengthOf(texts);
    if (this.letters > most.letters)
      throw new NotStrict(at, 'has names and values that are too long together');
  }
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
