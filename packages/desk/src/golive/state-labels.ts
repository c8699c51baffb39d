import type { CapabilityGoLive } from '@hub/shops';

/** The go-live state of a capability (D32). */
export const GO_LIVE_LABELS: Readonly<Record<CapabilityGoLive['state'], string>> = {
  not_rehearsed: 'not rehearsed',
  failed: 'rehearsed, with checks that did not pass',
  rehearsed: 'rehearsed, not confirmed by both',
  confirmed: 'confirmed by both: may go live',
  live: 'live',
};

/** The sheet's setting of a capability (D25). */
export const MODE_LABELS: Readonly<Record<CapabilityGoLive['mode'], string>> = {
  off: 'off',
  dry_run: 'dry run',
  live: 'live',
  draining: 'draining',
};
