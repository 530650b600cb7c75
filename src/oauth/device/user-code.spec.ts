import { newUserCode, readUserCode, showUserCode } from './user-code.js';

describe('user codes', () => {
  it('are eight letters that cannot be mistaken', () => {
    for (let i = 0; i < 200; i++) expect(newUserCode()).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
  });

  it('are shown in two halves', () => {
    expect(showUserCode('WDJBMJHT')).toBe('WDJB-MJHT');
  });

  it.each([
    'WDJB-MJHT',
    'wdjb-mjht',
    ' wdjb mjht ',
    'WDJBMJHT',
    'wdjb–mjht',
    'w.d.j.b.m.j.h.t',
    'ＷＤＪＢ-MJHT',
  ])('are read from %j', (typed) => {
    expect(readUserCode(typed)).toBe('WDJBMJHT');
  });
});
