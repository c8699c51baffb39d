import { describe, expect, it } from '@jest/globals';
import { errorBody, ErrorBody, refusal, ServiceErrorCode, StoreErrorCode, storeErrorStatus } from './refusal';
import { OUTCOMES, successBody, Verdict } from './verdict';

describe('the status follows from the code ("Errors", D3, D8, D9)', () => {
  const statuses = {
    400: ['invalid_json'],
    401: ['unauthorized'],
    403: ['capability_disabled'],
    404: ['not_found', 'unknown_variant', 'unknown_order', 'unknown_line'],
    409: ['event_id_conflict', 'timestamp_conflict', 'quantity_exceeded', 'order_already_shipped'],
    413: ['payload_too_large'],
    422: [
      'invalid_request',
      'unknown_event',
      'future_timestamp',
      'unknown_location',
      'invalid_order',
      'invalid_fulfillment',
      'partial_quantity',
      'aggregate_out_of_range',
    ],
    503: ['temporary_failure'],
  };

  it.each(Object.entries(statuses))('the service answers %s with %j', (status, codes) => {
    for (const code of codes) {
      expect(refusal(ServiceErrorCode.parse(code), 'why').status).toBe(Number(status));
    }
  });

  it('has no other service code', () => {
    expect([...ServiceErrorCode.options].sort()).toEqual(Object.values(statuses).flat().sort());
  });

  it('a store answers its own codes, an invalid request with 400', () => {
    const answered = Object.fromEntries(StoreErrorCode.options.map((code) => [code, storeErrorStatus(code)]));
    expect(answered).toEqual({
      invalid_request: 400,
      unauthorized: 401,
      forbidden: 403,
      unknown_variant: 404,
      unknown_order: 404,
      unknown_line: 404,
      idempotency_conflict: 409,
      order_already_shipped: 409,
      rate_limited: 429,
      temporary_failure: 500,
    });
  });
});

describe('the error body ("Error body")', () => {
  it('holds code, message and, on a validation error, the field', () => {
    expect(errorBody(refusal('invalid_request', 'data.order_id is required', 'data.order_id'))).toEqual({
      error: { code: 'invalid_request', message: 'data.order_id is required', field: 'data.order_id' },
    });
    expect(JSON.stringify(errorBody(refusal('unauthorized', 'no')))).toBe(
      '{"error":{"code":"unauthorized","message":"no"}}',
    );
  });

  it("is parsed for its code, whatever else is wrong with a store's answer", () => {
    expect(
      ErrorBody.parse({ error: { code: 'order_already_shipped', message: 7, field: [] } }).error.code,
    ).toBe('order_already_shipped');
    expect(ErrorBody.parse({ error: { code: 'of_its_own' } }).error).toMatchObject({
      code: 'of_its_own',
      message: '',
    });
    expect(ErrorBody.safeParse({ error: {} }).success).toBe(false);
    expect(ErrorBody.safeParse('Bad Gateway').success).toBe(false);
  });
});

describe('the verdict crosses the broker as JSON (D4, D6)', () => {
  const crossed = (verdict: Verdict): Verdict => Verdict.parse(JSON.parse(JSON.stringify(verdict)));

  it.each(OUTCOMES.map((outcome) => [outcome]))('accepts as %s', (outcome) => {
    expect(crossed({ status: 200, outcome })).toEqual({ status: 200, outcome });
  });

  it('refuses with or without a field', () => {
    const withField = refusal('future_timestamp', 'changed_at lies in the future', 'data.changed_at');
    expect(crossed(withField)).toEqual(withField);
    const without = refusal('unknown_order', 'no such order');
    expect(crossed(without)).toEqual(without);
    expect('field' in crossed(without)).toBe(false);
  });

  it('distinguishes the two by the status alone', () => {
    const said = (verdict: Verdict) => (verdict.status === 200 ? verdict.outcome : verdict.code);
    expect(said({ status: 200, outcome: 'echo' })).toBe('echo');
    expect(said(refusal('unknown_line', ''))).toBe('unknown_line');
  });

  it.each([
    [{ status: 200 }],
    [{ status: 200, outcome: 'done' }],
    [{ status: 418, code: 'teapot', message: '' }],
    [null],
  ])('is not %j', (value) => {
    expect(Verdict.safeParse(value).success).toBe(false);
  });

  it('becomes the success body', () => {
    expect(successBody('e-1', 'stale')).toEqual({ success: true, event_id: 'e-1', outcome: 'stale' });
  });
});
