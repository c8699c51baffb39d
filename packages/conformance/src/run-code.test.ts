import { describe, expect, it } from '@jest/globals';
import { carriesRunCode, newRunCode } from './run-code';

describe('D32: the code of a run', () => {
  it('is eight letters, other ones for each run', () => {
    expect(newRunCode()).toMatch(/^[A-Z]{8}$/);
    expect(newRunCode()).not.toBe(newRunCode());
  });

  it.each([
    [true, { name: 'BCDFGHJK' }],
    [true, { company: 'bcdfghjk GmbH' }],
    [true, { address_line2: 'c/o Rehearsal BCDFGHJK' }],
    [false, { address_line1: 'BCDFGHJK' }],
    [false, { name: 'BCDFGHJL', company: 7, address_line2: null }],
    [false, null],
  ])(
    'counts in name, company and address_line2 of the address, whatever the case: %s %j',
    (carried, address) => {
      expect(carriesRunCode({ shipping_address: address }, 'BCDFGHJK')).toBe(carried);
    },
  );
});
