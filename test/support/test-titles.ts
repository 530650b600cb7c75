import { readFileSync } from 'node:fs';

/** What the tests of one file say about themselves, read without running or parsing them. */
export interface TestFile {
  readonly path: string;
  /** Requirement ids in the titles of tests. */
  readonly ids: readonly string[];
  /** String literals anywhere that can be ids, when a title takes its id from a table: `[${id}] …` or `[%s] …`. */
  readonly tableIds: readonly string[];
  /** Calls that keep tests from running: `it.skip`, `describe.only`, `it.todo` and their kin. */
  readonly switchedOff: readonly string[];
}

/** The ids that the first argument of a call begins with, when more arguments follow: `('[call-cancel] …', async () => …`. */
const titles = /\(\s*(['"`])((?:\[[a-z0-9-]+\]\s*)+)[^\n]*?\1,/g;
const titleFromTable = /\(\s*(['"`])\[(?:%s|\$\{\w+\})\][^\n]*?\1,/;
const possibleIds = /(['"])([a-z0-9-]+)\1/g;
const offCalls =
  /(?<![\w.'])(?:(?:it|test|describe)(?:\.\w+)*\.(?:skip|only|todo|failing)\b|(?:xit|fit|xtest|xdescribe|fdescribe)\()/g;

export function readTestFile(path: string): TestFile {
  const text = readFileSync(path, 'utf8');
  return {
    path,
    ids: [...text.matchAll(titles)].flatMap(([, , lead = '']) =>
      [...lead.matchAll(/\[([a-z0-9-]+)\]/g)].map(([, id]) => String(id)),
    ),
    tableIds: titleFromTable.test(text)
      ? [...text.matchAll(possibleIds)].map(([, , literal]) => String(literal))
      : [],
    switchedOff: [...text.matchAll(offCalls)].map(([call]) => call),
  };
}
