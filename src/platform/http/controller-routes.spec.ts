import { Body, createParamDecorator, Param, Query } from '@nestjs/common';
import { argumentsOf } from './controller-routes.js';

class Sample {
  handle(..._: readonly unknown[]): void {
    return undefined;
  }
}

describe('the arguments of a handler', () => {
  it('come from where their decorators say', () => {
    for (const [index, decorate] of [Body(), Param('server'), Query()].entries())
      decorate(Sample.prototype, 'handle', index);
    const found = argumentsOf({ controller: Sample, name: 'handle' });
    expect(found.map(({ from }) => from)).toEqual(['body', 'path', 'query']);
  });

  it('[fast-path-arguments] are never taken for the body, whatever name Nest draws for a decorator of ours', () => {
    class Own extends Sample {}
    const many = 600;
    for (let index = 0; index < many; index++)
      createParamDecorator(() => index)(undefined)(Own.prototype, 'handle', index);
    const found = argumentsOf({ controller: Own, name: 'handle' });
    expect(found).toHaveLength(many);
    expect(found.filter(({ from }) => from !== undefined)).toEqual([]);
  });
});
