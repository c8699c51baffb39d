import { FilledText, LIMITS, textUpTo, WebAddress } from '@hub/contract';
import type { StoreWriteState } from '@hub/database';
import { z } from 'zod';

const LONGEST = 255;
const Line = textUpTo(FilledText, LONGEST);

/** A correction as a person or a program sends it. A form sends an empty address for none. */
export const CorrectedTracking = z.object({
  carrier: Line,
  tracking_number: Line,
  tracking_url: z
    .union([z.literal(''), textUpTo(WebAddress, LIMITS.maxTrackingUrl)], 'must be an http or https address')
    .optional(),
});

/** The tracking of a package, as it is stored. */
export interface Tracking {
  carrier: string;
  trackingNumber: string;
  trackingUrl: string | null;
}

export interface CorrectionFacts {
  /** The package as it was reported, and whether the selling shop got its tracking. */
  reported: Tracking & { state: StoreWriteState };
  /** The latest correction of it; null: none. */
  latest: (Tracking & { state: StoreWriteState }) | null;
}

export type CorrectionRefusal = 'not_delivered' | 'under_way' | 'unchanged';

export type CorrectionDecision =
  | { kind: 'correct' }
  /** The latest correction is the same, and failed: it is sent again under its reference. */
  | { kind: 'again' }
  /** The latest correction is the same, and is done or under way. */
  | { kind: 'known' }
  | { kind: 'refused'; why: CorrectionRefusal };

/**
 * Whether the tracking of a package is corrected (D11). One correction at a time, after the selling shop has the tracking
 * before it: no older number arrives after a newer one.
 */
export function decideCorrection(
  { reported, latest }: CorrectionFacts,
  corrected: Tracking,
): CorrectionDecision {
  if (reported.state !== 'done') return { kind: 'refused', why: 'not_delivered' };
  if (latest && isSame(latest, corrected)) return { kind: latest.state === 'failed' ? 'again' : 'known' };
  if (latest && (latest.state === 'due' || latest.state === 'sending'))
    return { kind: 'refused', why: 'under_way' };
  if (!latest && isSame(reported, corrected)) return { kind: 'refused', why: 'unchanged' };
  return { kind: 'correct' };
}

function isSame(one: Tracking, other: Tracking): boolean {
  return (
    one.carrier === other.carrier &&
    one.trackingNumber === other.trackingNumber &&
    one.trackingUrl === other.trackingUrl
  );
}

export const CORRECTION_REFUSALS: Readonly<Record<CorrectionRefusal, string>> = {
  not_delivered: 'the selling shop does not have the tracking of this package yet',
  under_way: 'an earlier correction of this package is under way: try again when it has ended',
  unchanged: 'nothing would change',
};
