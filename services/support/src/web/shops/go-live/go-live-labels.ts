import { GO_LIVE_LABELS } from '@hub/desk/golive';
import type { CapabilityGoLive } from '@hub/shops';
import type { StateLabel } from '../../layout/state';

const STATES: Record<CapabilityGoLive['state'], StateLabel> = {
  not_rehearsed: { text: GO_LIVE_LABELS.not_rehearsed, tone: 'quiet' },
  failed: { text: GO_LIVE_LABELS.failed, tone: 'bad' },
  rehearsed: { text: GO_LIVE_LABELS.rehearsed, tone: 'warn' },
  confirmed: { text: GO_LIVE_LABELS.confirmed, tone: 'good' },
  live: { text: GO_LIVE_LABELS.live, tone: 'good' },
};

export function goLiveText({ state, flags }: CapabilityGoLive): StateLabel {
  const words = STATES[state];
  return flags.length === 0 ? words : { text: `${words.text}: look at it`, tone: 'warn' };
}

export const RESULTS: Record<'passed' | 'failed' | 'not_run', StateLabel> = {
  passed: { text: 'passed', tone: 'good' },
  failed: { text: 'failed', tone: 'bad' },
  not_run: { text: 'not played', tone: 'warn' },
};
