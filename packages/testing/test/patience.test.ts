import { afterEach, describe, expect, it } from '@jest/globals';
import { patience } from '../src/patience';

const KEPT = process.env['HUB_TEST_PATIENCE'];
afterEach(() => {
  if (KEPT === undefined) delete process.env['HUB_TEST_PATIENCE'];
  else process.env['HUB_TEST_PATIENCE'] = KEPT;
});

describe('how long a test waits at most', () => {
  it('is as written', () => {
    delete process.env['HUB_TEST_PATIENCE'];
    expect(patience(80_000)).toBe(80_000);
  });

  it('is multiplied if tests are to be patient', () => {
    process.env['HUB_TEST_PATIENCE'] = '5';
    expect(patience(80_000)).toBe(400_000);
  });
});
