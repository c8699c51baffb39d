import { describe, expect, it } from '@jest/globals';
import { readTarget, UsageError } from './read-target';

const GIVEN = {
  tokenEnv: 'TOKEN',
  networkLocation: '9000',
  currency: 'EUR',
  country: 'SE',
  timeoutMs: 1_000,
  eventsHost: '127.0.0.1',
  waitMinutes: 1,
  longestMinutes: 1,
};

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readTarget('https://shop.example/api', GIVEN, env);
    return [];
  } catch (error) {
    if (error instanceof UsageError) return error.faults;
    throw error;
  }
}

describe('D25: the credentials of a rehearsal', () => {
  it('are refused with a line end or blanks, which neither side would send or sign with', () => {
    expect(faultsOf({ TOKEN: 'token', HUB_SIGNING_SECRET: 'a secret' })).toEqual([]);
    expect(faultsOf({ TOKEN: 'token\n', HUB_SIGNING_SECRET: 'a secret ' })).toEqual([
      'the bearer token must be visible ASCII characters without spaces',
      'a signing secret must be text without control characters, and without blanks at either end',
    ]);
  });
});
