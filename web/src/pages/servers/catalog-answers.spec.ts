import { expect, it } from 'vitest';
import type { CatalogInput } from '../../api/models.ts';
import { answersOf, faultOfName, faultsByInput, firstAnswers, missingAnswers } from './catalog-answers.ts';

const inputs: readonly CatalogInput[] = [
  { name: 'KEY', required: true, secret: true },
  { name: 'unit', required: false, secret: false, default: 'metric' },
  { name: 'folder', required: true, secret: false, repeated: true },
];

it('sends what is answered, a list where there may be several, and nothing that is empty', () => {
  const draft = { ...firstAnswers(inputs), folder: '/a b\n\n/c\n' };
  expect(answersOf(inputs, draft)).toEqual({ unit: 'metric', folder: ['/a b', '/c'] });
  expect(Object.keys(missingAnswers(inputs, draft))).toEqual(['KEY']);
});

it('finds the field that a pointer names', () => {
  const errors = [
    { pointer: '/inputs/a~1b~0', detail: 'is missing' },
    { pointer: '/as', detail: 'is taken' },
  ];
  expect(faultsByInput(errors)).toEqual({ 'a/b~': 'It is missing.' });
  expect(faultOfName(errors)).toBe('It is taken.');
  expect(faultOfName(errors.slice(0, 1))).toBeUndefined();
});
