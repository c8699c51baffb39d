/** How long to wait after so many tries (from 1): doubled each time up to the longest, the second half of it random. */
export function growingWait(
  tries: number,
  { firstMs, longestMs, random = Math.random }: { firstMs: number; longestMs: number; random?: () => number },
): number {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.min(tries - 1, 30));
  return Math.round(whole / 2 + (whole / 2) * random());
}
