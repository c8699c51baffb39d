import { describe, expect, it } from '@jest/globals';
import { capabilityDisabled, errorBody, futureTimestamp, temporaryFailure, UNAUTHORIZED } from '../refusal';

describe('what a store is answered where its event is not taken (D3, D5)', () => {
  it('names the capability that is off, where it is known', () => {
    const says = (which: string) => ({
      status: 403,
      code: 'capability_disabled',
      message: `${which} is off for this shop: ask the operator to switch it on`,
    });
    expect(capabilityDisabled('returns')).toEqual(says('the capability returns'));
    expect(capabilityDisabled()).toEqual(says('the capability of this event'));
  });

  it('names the field of a time in the future', () => {
    expect(futureTimestamp('data.shipped_at')).toEqual({
      status: 422,
      code: 'future_timestamp',
      message: 'data.shipped_at is in the future: check the clock of your server',
      field: 'data.shipped_at',
    });
  });

  it('says when to send an undecided event again', () => {
    expect(temporaryFailure('the broker is away')).toEqual({
      status: 503,
      code: 'temporary_failure',
      message: 'the broker is away: send the same bytes again after the seconds of Retry-After',
    });
  });

  it('has a field in its body only where one is named', () => {
    expect(UNAUTHORIZED).toMatchObject({
      status: 401,
      code: 'unauthorized',
      message: expect.stringMatching(/sign/),
    });
    expect(Object.keys(errorBody(UNAUTHORIZED).error)).toEqual(['code', 'message']);
    expect(Object.keys(errorBody(futureTimestamp('data.created_at')).error)).toContain('field');
  });
});
