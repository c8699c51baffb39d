import { describe, expect, it } from '@jest/globals';
import type { Certificate } from './certificate';
import { judgeCertificate } from './judge-certificate';

const DAY_MS = 24 * 60 * 60_000;
const SIGNED_OFF_AT = '2026-01-01T00:00:00.000Z';
const said = { name: 'Bo', words: 'agreed', at: SIGNED_OFF_AT };
const overruled = { by: 'lead:ada', reason: 'known to us', at: SIGNED_OFF_AT };
const check = (result: 'passed' | 'failed' | 'not_run', by: typeof overruled | null = null) =>
  ({ id: 'orders.place', direction: 'to_store', rule: 'places orders', result, overruled: by }) as const;

function aCertificate(change: Partial<Certificate> = {}, checks = [check('passed')]): Certificate {
  const rehearsal = { id: '7b0b0f6e-0c55-4f0e-9d7c-6d6f6f1c9d11', at: SIGNED_OFF_AT, by: 'a', runner: 'hub' };
  return {
    version: 1,
    shop_slug: 'nordic',
    shop_name: 'Nordic',
    environment: 'test',
    store_api_root: 'https://test.shop.example/api',
    locations: '',
    issued_at: SIGNED_OFF_AT,
    capabilities: [
      {
        capability: 'orders',
        rehearsal: { ...rehearsal, record_sha256: 'x', checks },
        confirmed: { store: { ...said, link: 'mailed' }, operator: said },
      },
    ],
    signed_off: said,
    ...change,
  };
}

const judged = (certificate: Certificate, days = 365) =>
  judgeCertificate(certificate, { shop: 'nordic', now: Date.parse(SIGNED_OFF_AT) + days * DAY_MS });

describe('D32: production is signed off with a certificate of test', () => {
  it('whose sign-off in test is within the last 365 days', () => {
    expect(judged(aCertificate())).toBeNull();
    expect(judged(aCertificate(), 366)).toBe('signed_off_long_ago');
    expect(judged(aCertificate(), -1)).toBe('signed_off_long_ago');
    expect(judged(aCertificate({ signed_off: null }))).toBe('not_signed_off');
  });

  it('of which every check was passed or overruled there', () => {
    expect(judged(aCertificate({}, [check('passed'), check('failed', overruled)]))).toBeNull();
    expect(judged(aCertificate({}, [check('passed'), check('failed')]))).toBe('failed_check');
    expect(judged(aCertificate({}, [check('not_run')]))).toBe('failed_check');
    expect(judged(aCertificate({}, []))).toBe('failed_check');
    expect(judged(aCertificate({ capabilities: [] }))).toBe('no_capability');
  });

  it('of this slug, and of test', () => {
    expect(judged(aCertificate({ shop_slug: 'fjord' }))).toBe('other_shop');
    expect(judged(aCertificate({ environment: 'production' }))).toBe('not_of_test');
  });
});
