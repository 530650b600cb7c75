import { QueryFailedError } from 'typeorm';
import { databaseFailureOf } from './database-failure.js';

const withCode = (code: string, message = 'no') => Object.assign(new Error(message), { code });

describe('databaseFailureOf', () => {
  it.each(['ECONNREFUSED', '57P01', '57P03', '08006', '53300', '3D000', '28P01'])(
    'takes %s for a lost database',
    (code) => {
      expect(databaseFailureOf(withCode(code))).toBe('lost');
      expect(databaseFailureOf(new QueryFailedError('SELECT 1', [], withCode(code)))).toBe('lost');
    },
  );

  it.each(['Connection terminated unexpectedly', 'timeout expired', 'Query read timeout'])(
    'knows what pg says without a code: %s',
    (message) => {
      expect(databaseFailureOf(new Error(message))).toBe('lost');
    },
  );

  it.each([
    '53100',
    '25006',
    '57014',
    '40P01',
    '42P01',
    'SQLITE_FULL',
    'SQLITE_READONLY',
    'SQLITE_IOERR_WRITE',
  ])('takes %s for a refusal', (code) => {
    expect(databaseFailureOf(withCode(code))).toBe('refused');
  });

  it.each(['23505', '42601', 'SQLITE_CONSTRAINT_UNIQUE', ''])('leaves %p to who asked', (code) => {
    expect(databaseFailureOf(withCode(code))).toBeUndefined();
    expect(databaseFailureOf('no error')).toBeUndefined();
  });
});
