import { describe, expect, it } from '@jest/globals';
import { isOfRefused } from './sent-event-filter';

describe('an answer that was given to refused events alone', () => {
  it.each(['refused', '4xx', '5XX', '422', '503', 'unknown_line'])('%s is one', (answer) => {
    expect(isOfRefused(answer)).toBe(true);
  });

  it.each([undefined, '200', '2xx', 'unfinished', 'stale', 'applied', '4'])(
    '%s may be of others',
    (answer) => {
      expect(isOfRefused(answer)).toBe(false);
    },
  );
});
