import { describe, expect, it } from '@jest/globals';
import { settleFailure } from './work';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

describe('failure policy: an unexpected throw', () => {
  it.each(['ECONNREFUSED', 'P1001', '57P01'])(
    '%s, the database cannot be reached: retried once it can, no attempt spent',
    (code) => {
      const wrapped = new Error('query failed', { cause: withCode(code) });
      for (const error of [withCode(code), wrapped])
        expect(settleFailure(error)).toEqual({ kind: 'away', error });
    },
  );

  it('anything else spends an attempt, and is filed under the error’s name', () => {
    const error = new TypeError('no');
    expect(settleFailure(error)).toEqual({ kind: 'retry', reason: 'TypeError', error });
    expect(settleFailure('no')).toEqual({ kind: 'retry', reason: 'failed', error: 'no' });
  });
});
