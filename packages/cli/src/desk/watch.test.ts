import { describe, expect, it } from '@jest/globals';
import { CommandFailure } from '../failure';
import { showAgain, watching } from './watch';

describe('--watch', () => {
  it('refreshes it on a cleared screen until it is stopped, whatever the desk answers meanwhile', async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    await showAgain(
      async () => {
        seen.push('shown');
        if (seen.length > 4) stop.abort();
        else throw new CommandFailure([]);
      },
      { clear: () => seen.push('cleared'), stop: stop.signal, everyMs: 1 },
    );
    expect(seen).toEqual(['cleared', 'shown', 'cleared', 'shown', 'cleared', 'shown']);
  });

  it('is for a terminal', async () => {
    await expect(watching({ watch: true, json: true }, async () => undefined)).rejects.toThrow(
      'for a terminal',
    );
  });
});
