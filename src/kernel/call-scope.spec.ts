import { CallScope } from './call-scope.js';

describe('CallScope', () => {
  it('runs each listener once when the caller leaves, in order', () => {
    const scope = new CallScope('r1');
    const ran: string[] = [];
    scope.onCancel(() => ran.push('a'));
    scope.onCancel(() => ran.push('b'));
    scope.cancel();
    scope.cancel();
    expect(ran).toEqual(['a', 'b']);
    expect(scope.cancelled).toBe(true);
  });

  it('runs a listener at once when the caller has left already', () => {
    const scope = new CallScope('r1');
    scope.cancel();
    let runs = 0;
    scope.onCancel(() => runs++);
    expect(runs).toBe(1);
  });

  it('forgets a listener that is taken back, so that a long scope does not gather them', () => {
    const scope = new CallScope('r1');
    let runs = 0;
    const takeBack = scope.onCancel(() => runs++);
    takeBack();
    takeBack();
    scope.cancel();
    expect(runs).toBe(0);
  });
});
