import { slugOf } from './slug.js';

describe('A slug', () => {
  it.each([
    ['Shop', 'shop'],
    ['  Über Träume! ', 'uber-traume'],
    ['a--b__c', 'a-b-c'],
    ['Ünï 2', 'uni-2'],
    [`${'x'.repeat(62)}-y`, 'x'.repeat(62)],
    ['x'.repeat(100), 'x'.repeat(63)],
    ['constructor', undefined],
    ['工具', undefined],
    ['---', undefined],
  ])('[apps-create] is made of %j: %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
});
