import { OUTCOMES, ServiceErrorCode } from '@hub/contract';
import { describe, expect, it } from '@jest/globals';
import { COMMAND_OUTCOMES, outcomeLabel, refusalLabel } from './outcome-text';
import { done, ignored } from './settlement';

/** These are plain text themselves. */
const PLAIN = ['accepted', 'stored'];
const CODES = [...OUTCOMES, ...ServiceErrorCode.options, ...COMMAND_OUTCOMES];

describe('the outcome of a message', () => {
  it.each(CODES.filter((code) => !PLAIN.includes(code)))('%s has a label', (code) => {
    expect(outcomeLabel(code)).toMatch(/^[a-z][a-z' -]+( [a-z' ,-]+)+$/i);
    expect(outcomeLabel(code)).not.toContain('_');
  });

  it('a phrase needs none, one of an earlier release neither', () => {
    expect(outcomeLabel('2 routed, 0 waiting')).toBe('2 routed, 0 waiting');
  });

  it('a refusal keeps the code that the shop received', () => {
    expect(refusalLabel('unknown_order')).toBe('the order is not known (unknown_order)');
  });

  it('a new outcome of one word, without a label, does not compile', () => {
    // @ts-expect-error -- it has no label
    expect(done('moved')).toEqual({ kind: 'done', outcome: 'moved' });
    // @ts-expect-error -- a reason is a phrase
    expect(ignored('moved')).toEqual({ kind: 'ignored', reason: 'moved' });
  });
});
