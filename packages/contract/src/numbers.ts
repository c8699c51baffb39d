import { z } from 'zod';
import { LIMITS } from './limits';

/** A quantity that the hub writes: absolute, never a delta (D15). */
export const StockQuantity = wholeNumber(0, LIMITS.maxQuantity);

/** Stock as a catalogue lists it. Platforms that sell on back order report figures below 0, which count as 0 (D10). */
export const ListedQuantity = wholeNumber(LIMITS.minQuantity, LIMITS.maxQuantity);

/** Stock as an event reports it: its range depends on its location (D10), so that the handler judges it. */
export const ReportedQuantity = z
  .int({ error: requiredOr('must be a whole number') })
  .meta({ minimum: LIMITS.minQuantity, maximum: LIMITS.maxQuantity });

/** The pieces that a reported figure stands for. */
export function countedPieces(reported: number): number {
  return Math.max(reported, 0);
}

/** Quantity of a line (D7). */
export const LineQuantity = wholeNumber(1, LIMITS.maxQuantity);

export const Latitude = coordinate(90);
export const Longitude = coordinate(180);

function wholeNumber(from: number, to: number) {
  const text = `must be a whole number from ${from} to ${to}`;
  return z
    .int({ error: requiredOr(text) })
    .min(from, text)
    .max(to, text);
}

function coordinate(bound: number) {
  const text = `must be a number from -${bound} to ${bound}`;
  return z
    .number({ error: requiredOr(text) })
    .min(-bound, text)
    .max(bound, text);
}

/** A type fault: the text of the range, as for a wrong value, unless the value is missing. */
function requiredOr(text: string) {
  return ({ input }: { input?: unknown }) => (input === undefined || input === null ? 'is required' : text);
}
