import type { ParkReason } from '../storage';

/** The service takes a while to check a catalogue that it has read; its variants are known to it only then. */
const CHECKING_MS = 15 * 60_000;

interface ParkedStock {
  reason: Pick<ParkReason, 'at' | 'status' | 'code'>;
  /** Whether it is the latest of a place that the service can know. */
  isNeeded: boolean;
  /** When the catalogue was last read whole; null before the first time. */
  catalogueReadAt: number | null;
}

/**
 * "Rules per event": what was refused is not reported again before something has changed: its figure, which the sweep compares, or what
 * the service knows, which is so once it has read the catalogue. What nobody answered is, and what only a clock was against.
 */
export function decideParkedStock({
  reason,
  isNeeded,
  catalogueReadAt,
}: ParkedStock): 'forget' | 'report' | 'leave' {
  if (!isNeeded) return 'forget';
  const isRefused = reason.status !== null && reason.status < 500 && reason.status !== 429;
  if (!isRefused || reason.code === 'future_timestamp') return 'report';
  const isReadSince = catalogueReadAt !== null && reason.at.getTime() < catalogueReadAt + CHECKING_MS;
  return isReadSince ? 'report' : 'leave';
}
