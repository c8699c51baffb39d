import { z } from 'zod';
import { LIMITS } from './limits';

/** Stock: absolute, never a delta (D10). */
export const StockQuantity = wholeNumber(0, LIMITS.maxQuantity);

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
