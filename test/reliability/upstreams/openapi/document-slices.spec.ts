import { apiTools } from '../../../../src/upstreams/openapi/document/api-tools.js';
import { listingPages } from '../../../../src/upstreams/openapi/document/list-pages.js';
import { readingDocument } from '../../../../src/upstreams/openapi/document/read-document.js';
import { linesOf, trimmed } from '../../../../src/upstreams/openapi/document/trimmed-document.mjs';
import { figure } from '../../../support/measures/figures.js';
import { ownTime } from '../../../support/measures/own-time.js';
import { worstDocuments } from './worst-documents.js';

const mostMs = 5;
const limits = { maxSchemaBytes: 65_536, maxListBytes: 16_777_216 };
const api = {
  ...{ url: 'https://api.example.com/', isBase: true, headers: [], credentials: [] },
  operations: { deny: Array.from({ length: 10 }, (_, at) => `*x${String(at)}*y*`) },
};

function* building(text: string): Generator<undefined, number> {
  const built = yield* apiTools(yield* readingDocument(text), api, limits);
  return (yield* listingPages(built.tools)).length;
}

/** The time of each step. */
function stepsOf(text: string): readonly number[] {
  const work = building(text);
  const times: number[] = [];
  for (;;) {
    const began = ownTime();
    const { done } = work.next();
    times.push(ownTime() - began);
    if (done === true) return times;
  }
}

it.each(Object.entries(worstDocuments))(
  '[openapi-memory] no step of building the tools of a document takes more than 5 ms: %s',
  (name, document) => {
    const text = linesOf(trimmed(document, 2000)).join('\n');
    const tries = Array.from({ length: 3 }, () => stepsOf(text));
    // The least of a few tries for each step: others use the machine, and memory is freed now and then.
    const least = (tries[0] ?? []).map((_, step) => Math.min(...tries.map((times) => times[step] ?? 0)));
    const longest = least.reduce((most, ms) => Math.max(most, ms), 0);
    figure('openapi-slices', { name, steps: least.length, 'longest ms': longest.toFixed(1) });
    expect(longest).toBeLessThan(mostMs);
  },
);
