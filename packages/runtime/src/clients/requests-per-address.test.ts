import { describe, expect, it } from '@jest/globals';
import { RequestsPerAddress } from './requests-per-address';

function counting() {
  const time = { now: 1_000 };
  const requests = new RequestsPerAddress(() => time.now, { spanMs: 100, address: 2, total: 5 });
  const admitted = (...addresses: (string | null)[]) => addresses.map((address) => requests.admit(address));
  return { time, admitted };
}

describe('requests that anyone may send', () => {
  it('are bounded for each address, until the next span', () => {
    const { time, admitted } = counting();
    expect(admitted('192.0.2.7', '192.0.2.7', '::ffff:192.0.2.7', '192.0.2.8')).toEqual([
      true,
      true,
      false,
      true,
    ]);
    time.now += 100;
    expect(admitted('192.0.2.7')).toEqual([true]);
  });

  it('are bounded over all addresses, so that many addresses gain nothing', () => {
    const { admitted } = counting();
    const addresses = Array.from({ length: 6 }, (_, index) => `2001:db8:0:${index}::1`);
    expect(admitted(...addresses)).toEqual([true, true, true, true, true, false]);
  });

  it('of one network of IPv6 count together', () => {
    const { admitted } = counting();
    expect(admitted('2001:db8::1', '2001:db8::2', '2001:db8:0:0:9::3')).toEqual([true, true, false]);
  });

  it('of unknown clients behind a trusted proxy have no share but the total (D36)', () => {
    const { admitted } = counting();
    expect(admitted(null, null, null, null, null, null)).toEqual([true, true, true, true, true, false]);
  });

  it('go on when the clock is set back', () => {
    const { time, admitted } = counting();
    admitted('192.0.2.7', '192.0.2.7');
    time.now = 1;
    expect(admitted('192.0.2.7')).toEqual([true]);
  });
});
