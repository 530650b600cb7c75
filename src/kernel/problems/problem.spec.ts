import { problemCatalogue } from './problem-catalogue.js';
import { Problem } from './problem.js';

describe('Problem', () => {
  it('becomes an RFC 9457 object with our members', () => {
    const problem = new Problem('invalid-request', 'Two members are wrong.', {
      errors: [{ pointer: '/a', detail: 'is missing' }],
      members: { hint: 'look again' },
    });
    expect(problem.toBody({ base: 'https://g.example', instance: '/api/x', requestId: 'r1' })).toEqual({
      type: 'https://g.example/problems/invalid-request',
      title: 'The request is not valid',
      status: 400,
      detail: 'Two members are wrong.',
      instance: '/api/x',
      code: 'invalid-request',
      requestId: 'r1',
      advice: expect.stringContaining('JSON pointer'),
      errors: [{ pointer: '/a', detail: 'is missing' }],
      hint: 'look again',
    });
  });

  it('leaves out what it does not have', () => {
    expect(Object.keys(new Problem('not-found').toBody())).toEqual([
      'type',
      'title',
      'status',
      'code',
      'advice',
    ]);
  });

  it('hides causes that nobody foresaw', () => {
    const cause = new Error('password=hunter2');
    const problem = Problem.from(cause);
    expect(problem.code).toBe('internal-error');
    expect(problem.cause).toBe(cause);
    expect(JSON.stringify(problem.toBody())).not.toContain('hunter2');
    const own = new Problem('forbidden');
    expect(Problem.from(own)).toBe(own);
  });
});

describe('The problem catalogue', () => {
  it.each(Object.entries(problemCatalogue))(
    '%s has a slug, an error status, a title and advice',
    (code, kind) => {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(kind.status).toBeGreaterThanOrEqual(400);
      expect(kind.status).toBeLessThan(600);
      expect(kind.title).toMatch(/^[A-Z].*[^.]$/);
      expect(kind.advice).toMatch(/\.$/);
    },
  );
});
