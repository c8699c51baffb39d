/** Up to so many are taken one by one at once. */
const FEW = 16;

/**
 * The parts in which a batch that failed is done again: about as many as each of them holds, and single ones of a few.
 * So a batch that took too long for its transaction gets shorter ones instead of many. One that holds an item that
 * fails for as long as it is tried waits for it three times, not once for each size there is between.
 */
export function inParts<T>(batch: readonly T[]): T[][] {
  const size = batch.length > FEW ? Math.floor(Math.sqrt(batch.length)) : 1;
  const parts: T[][] = [];
  for (let from = 0; from < batch.length; from += size) parts.push(batch.slice(from, from + size));
  return parts;
}
