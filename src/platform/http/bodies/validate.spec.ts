import { z } from 'zod';
import { Problem, type Fault } from '../../../kernel/problems/problem.js';
import { pointerTo, validate } from './validate.js';

const schema = z.strictObject({
  name: z.string().max(5),
  tags: z.array(z.string()).max(2).optional(),
  'a/b~c': z.int().optional(),
});

function faultsOf(value: unknown): readonly Fault[] | undefined {
  try {
    validate(schema, value);
    return [];
  } catch (error) {
    return error instanceof Problem ? error.extras.errors : undefined;
  }
}

describe('validate', () => {
  it('gives the value when it fits', () => {
    expect(validate(schema, { name: 'x', tags: ['y'] })).toEqual({ name: 'x', tags: ['y'] });
  });

  it('names every fault by its JSON pointer', () => {
    const pointers = faultsOf({ name: 'too long', tags: ['a', 2], 'a/b~c': 'x', other: 1, more: 2 })?.map(
      ({ pointer }) => pointer,
    );
    expect(pointers?.sort()).toEqual(['/a~1b~0c', '/more', '/name', '/other', '/tags/1']);
  });

  it('says that a member is not known', () => {
    expect(faultsOf({ name: 'x', nmae: 'y' })).toEqual([
      { pointer: '/nmae', detail: 'is not a member of this object' },
    ]);
  });

  it('points at the whole body when that is what is wrong', () => {
    expect(faultsOf([])?.map(({ pointer }) => pointer)).toEqual(['']);
  });
});

describe('pointerTo', () => {
  it('escapes as RFC 6901 says', () => {
    expect(pointerTo(['a/b', 0, 'c~d'])).toBe('/a~1b/0/c~0d');
  });
});
