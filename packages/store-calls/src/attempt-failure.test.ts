import { describe, expect, it } from '@jest/globals';
import { AddressNotAllowed } from './address-guard';
import { failureOfAnswer, failureOfError } from './attempt-failure';

const errno = (fields: { code: string; syscall?: string }) => Object.assign(new Error('x'), fields);

describe('a failed attempt: may the store have acted?', () => {
  it.each([
    ['connection refused', errno({ code: 'ECONNREFUSED', syscall: 'connect' }), false],
    ['name not found', errno({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), false],
    ['no route', errno({ code: 'EHOSTUNREACH', syscall: 'connect' }), false],
    ['certificate expired', errno({ code: 'CERT_HAS_EXPIRED' }), false],
    ['certificate of another host', errno({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), false],
    ['address not allowed', new AddressNotAllowed('private'), false],
    [
      'inside another error',
      new Error('x', { cause: errno({ code: 'ECONNREFUSED', syscall: 'connect' }) }),
      false,
    ],
    [
      'every one of several addresses refused',
      new AggregateError([
        errno({ code: 'ECONNREFUSED', syscall: 'connect' }),
        errno({ code: 'ETIMEDOUT', syscall: 'connect' }),
      ]),
      false,
    ],
    [
      'one of several addresses answered, and was lost after the connection',
      new AggregateError([
        errno({ code: 'ECONNREFUSED', syscall: 'connect' }),
        errno({ code: 'ECONNRESET', syscall: 'read' }),
      ]),
      true,
    ],
    ['a code that only holds the name of a certificate fault', errno({ code: 'MY_CERT_PROBLEM' }), true],
    ['a code that is no text', Object.assign(new Error('x'), { code: 7 }), true],
    ['errors that are no list', Object.assign(new Error('x'), { errors: 'two' }), true],
    ['no error at all', null, true],
    ['connection reset', errno({ code: 'ECONNRESET', syscall: 'read' }), true],
    ['broken pipe', errno({ code: 'EPIPE', syscall: 'write' }), true],
    ['one of several errors after the connection', new AggregateError([errno({ code: 'ECONNRESET' })]), true],
    ['several errors, but none known', new AggregateError([]), true],
    ['anything else', new Error('x'), true],
    ['not even an error', 'x', true],
  ])('%s', (_what, error, maybeActed) => {
    expect(failureOfError(error, false)).toMatchObject({ reason: 'network', maybeActed });
  });

  it('a timeout may always have had an effect', () => {
    expect(failureOfError(errno({ code: 'ECONNREFUSED', syscall: 'connect' }), true)).toMatchObject({
      reason: 'timeout',
      maybeActed: true,
    });
  });

  it.each([
    ['the code of the system', errno({ code: 'ECONNRESET', syscall: 'read' }), 'ECONNRESET'],
    ['none, where a fault has none', new Error('x'), null],
    ['none, where it is no text', Object.assign(new Error('x'), { code: 7 }), null],
    ['none, where it is no error', 'x', null],
    ['none, where there is none', null, null],
  ])('a fault is recorded with its code: %s', (_, error, code) => {
    expect(failureOfError(error, false)).toMatchObject({ code, status: null, retryAfterMs: null });
    expect(failureOfError(error, true)).toMatchObject({ reason: 'timeout', code: null });
  });

  it('only a forbidden address is not retried', () => {
    const forbidden = new AddressNotAllowed('private');
    expect(failureOfError(forbidden, false).temporary).toBe(false);
    expect(failureOfError(new Error('x', { cause: forbidden }), false).temporary).toBe(false);
    expect(failureOfError(new Error('x', { cause: new Error('y') }), false).temporary).toBe(true);
    expect(failureOfError(errno({ code: 'CERT_HAS_EXPIRED' }), false).temporary).toBe(true);
  });

  it.each([
    [429, { reason: 'rate_limited', maybeActed: false }],
    [500, { reason: 'status', maybeActed: true }],
    [503, { reason: 'status', maybeActed: true }],
  ])('status %i is a failure', (status, failure) => {
    const answer = {
      status,
      retryAfter: '2',
      contentEncoding: undefined,
      body: Buffer.from(''),
      limit: 65_536,
    };
    expect(failureOfAnswer(answer, 0)).toMatchObject({
      ...failure,
      status,
      retryAfterMs: 2_000,
      temporary: true,
    });
  });

  it.each([200, 204, 302, 400, 404, 409])('status %i ends the call', (status) => {
    const answer = {
      status,
      retryAfter: undefined,
      contentEncoding: undefined,
      body: Buffer.from(''),
      limit: 65_536,
    };
    expect(failureOfAnswer(answer, 0)).toBeNull();
  });
});
