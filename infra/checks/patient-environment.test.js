const { afterEach, describe, expect, it, jest: jestObject } = require('@jest/globals');

const KEPT = process.env.HUB_TEST_PATIENCE;
afterEach(() => {
  if (KEPT === undefined) delete process.env.HUB_TEST_PATIENCE;
  else process.env.HUB_TEST_PATIENCE = KEPT;
});

/** The timeout of a test or hook with this one (none: jest's own), after this many starts. */
function timeoutOf(patience, { timeout, begins = 1, name = 'test_start' }) {
  process.env.HUB_TEST_PATIENCE = patience;
  let Environment;
  jestObject.isolateModules(() => {
    Environment = require('./patient-environment');
  });
  const timed = { timeout };
  const event = name === 'test_start' ? { name, test: timed } : { name, hook: timed };
  for (let begun = 0; begun < begins; begun += 1) Environment.prototype.handleTestEvent.call(null, event);
  return timed.timeout;
}

describe('where timeouts are stretched', () => {
  it('a test may take the given multiple of its timeout', () => {
    expect(timeoutOf('5', { timeout: 1_000 })).toBe(5_000);
  });

  it('so may a hook, and no longer for running before every test', () => {
    expect(timeoutOf('5', { timeout: 1_000, name: 'hook_start', begins: 3 })).toBe(5_000);
  });

  it("a test without a timeout keeps jest's", () => {
    expect(timeoutOf('5', {})).toBeUndefined();
  });
});
