import type { ServiceErrorCode } from '@hub/contract';
import type { ParkReason } from '../storage';

/** The service takes a while to check a catalogue that it has read; its variants are known to it only then. */
const CHECKING_MS = 15 * 60_000;

interface ParkedStock {
  reason: Pick<ParkReason, 'at' | 'code'>;
  /** Whether it is the latest of a place that the service can know. */
  isNeeded: boolean;
  /** When the catalogue was last read whole; null before the first time. */
  catalogueReadAt: number | null;
}

/** What is refused for the event's own sake: its figure, which the sweep compares, has to change, or what the service knows. */
const OF_THE_EVENT: readonly (string | null)[] = [
  'unknown_variant',
  'unknown_location',
  'aggregate_out_of_range',
  'invalid_request',
] satisfies ServiceErrorCode[];

/**
 * "Rules per event": what the service cannot know is not reported again before it has read the catalogue. What was not answered is, and
 * what was refused for a cause outside of the event, which may be gone: a secret, a capability, a clock.
 */
export function decideParkedStock({
  reason,
  isNeeded,
  catalogueReadAt,
}: ParkedStock): 'forget' | 'report' | 'leave' {
  if (!isNeeded) return 'forget';
  if (!OF_THE_EVENT.includes(reason.code)) return 'report';
  const isReadSince = catalogueReadAt !== null && reason.at.getTime() < catalogueReadAt + CHECKING_MS;
  return isReadSince ? 'report' : 'leave';
}
