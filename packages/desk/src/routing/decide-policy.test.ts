import { describe, expect, it } from '@jest/globals';
import { decideAdoption, decideWithdrawal, PolicyName } from './decide-policy';

const NOW = Date.parse('2026-11-22T10:00:00Z');
const at = (ms: number) => new Date(NOW + ms);
const HOUR_MS = 3_600_000;

describe('D19: a policy is adopted for a later moment', () => {
  const adopt = (ms: number, ...existing: Parameters<typeof decideAdoption>[1]) =>
    decideAdoption({ name: 'near', validFrom: at(ms) }, existing, NOW);
  const far = { name: 'far', validFrom: at(HOUR_MS), withdrawnAt: null };

  it('five seconds ahead at least, so that each machine knows of it when it starts', () => {
    expect(adopt(5_000)).toBeNull();
    expect(adopt(4_999)).toBe('too_soon');
  });

  it('under a name that no policy ever had: it is part of what each decision stores', () => {
    expect(adopt(HOUR_MS, { ...far, name: 'near', validFrom: at(0), withdrawnAt: at(0) })).toBe('name_taken');
    expect(adopt(HOUR_MS, { ...far, validFrom: at(0) }, { ...far, name: 'near', validFrom: at(0) })).toBe(
      'name_taken',
    );
  });

  it('from a moment from which no other holds', () => {
    expect(adopt(HOUR_MS, far)).toBe('moment_taken');
    expect(adopt(HOUR_MS, { ...far, validFrom: at(0) }, far)).toBe('moment_taken');
    expect(adopt(HOUR_MS + 1, far)).toBeNull();
    expect(adopt(HOUR_MS, { ...far, withdrawnAt: at(0) })).toBeNull();
  });
});

describe('D19: a policy is withdrawn before it starts', () => {
  it('five seconds before at least; one that has been in force stays', () => {
    expect(decideWithdrawal({ validFrom: at(5_000), withdrawnAt: null }, NOW)).toBeNull();
    expect(decideWithdrawal({ validFrom: at(4_999), withdrawnAt: null }, NOW)).toBe('holds_already');
    expect(decideWithdrawal({ validFrom: at(-HOUR_MS), withdrawnAt: null }, NOW)).toBe('holds_already');
  });

  it('once', () => {
    expect(decideWithdrawal({ validFrom: at(HOUR_MS), withdrawnAt: at(-1) }, NOW)).toBe('withdrawn');
  });
});

describe('the name of a policy', () => {
  it.each(['a', '7', 'near-first', `a${'-'.repeat(38)}z`])('may be %s', (name) => {
    expect(PolicyName.parse(name)).toBe(name);
  });

  it.each(['', 'Near', '-near', 'near-', 'near first', 'near.', '.near', 'a'.repeat(41)])(
    'not %j',
    (name) => {
      expect(PolicyName.safeParse(name).error?.issues.map(({ message }) => message)).toEqual([
        'small letters, digits and hyphens, at most 40',
      ]);
    },
  );
});
