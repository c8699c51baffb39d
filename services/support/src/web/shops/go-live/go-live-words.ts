import type { CapabilityGoLive } from '@hub/go-live';
import type { StateWords } from '../../layout/state';

const STATES: Record<CapabilityGoLive['state'], StateWords> = {
  not_rehearsed: { text: 'not rehearsed', tone: 'quiet' },
  failed: { text: 'rehearsed, with checks that did not pass', tone: 'bad' },
  rehearsed: { text: 'rehearsed, not confirmed by both', tone: 'warn' },
  confirmed: { text: 'confirmed by both: may go live', tone: 'good' },
  live: { text: 'live', tone: 'good' },
};

/** Pure. */
export function goLiveWords({ state, flags }: CapabilityGoLive): StateWords {
  const words = STATES[state];
  return flags.length === 0 ? words : { text: `${words.text}: look at it`, tone: 'warn' };
}

export const RESULTS: Record<'passed' | 'failed' | 'not_run', StateWords> = {
  passed: { text: 'passed', tone: 'good' },
  failed: { text: 'failed', tone: 'bad' },
  not_run: { text: 'not played', tone: 'warn' },
};
