import { describe, expect, it } from '@jest/globals';
import { isOfRefused } from './sent-event-filter';

describe('an answer given only to refused events', () => {
  it.each(['refused', '4xx', '5XX', '422', '503', 'unknown_line'])('%s is one', (answer) => {
    expect(isOfRefused(answer)).toBe(true);
  });

  it.each([undefined, '200', '2xx', 'unfinished', 'stale', 'applied', '4'])(
    '%s may belong to others',
    (answer) => {
      expect(isOfRefused(answer)).toBe(false);
    },
  );
});
