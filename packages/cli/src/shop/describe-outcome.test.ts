import { productsPageFaults } from '@hub/contract';
import { describe, expect, it } from '@jest/globals';
import { describeOutcome } from './describe-outcome';

const unavailable = { kind: 'unavailable', attempts: 1, retryAfterMs: null, maybeActed: true } as const;

describe('how hub shop check describes an answer', () => {
  it('a 500 is an answer, not an unreachable store', () => {
    const answered = { ...unavailable, reason: 'status', status: 500, code: null } as const;
    expect(describeOutcome(answered)).toBe('answered 500');
    const away = { ...unavailable, reason: 'network', status: null, code: 'ECONNREFUSED' } as const;
    expect(describeOutcome(away)).toBe('not reachable: ECONNREFUSED');
  });

  it('D14: every fault of a page, with the ids of its product and variant', () => {
    const variants = [{ variant_id: 'V-1', size: 'M', inventory: [{ location_id: 'x', quantity: 1.5 }] }];
    const page = { products: [{ product_id: 'P-1', title: 'T', images: [], variants }], next_cursor: null };
    const read = productsPageFaults(page);
    if (!('faults' in read)) throw new Error('the page has faults');
    expect(read.faults.length).toBeGreaterThan(2);
    const [first] = read.faults;
    const facts = { kind: 'invalid_receipt', attempts: 1, status: 200, faults: read.faults } as const;
    const text = describeOutcome({ ...facts, field: first?.field ?? null, problem: first?.message ?? '' });
    for (const { field } of read.faults) expect(text).toContain(`${field}: `);
    expect(text).toContain('(P-1, V-1)');
  });
});
