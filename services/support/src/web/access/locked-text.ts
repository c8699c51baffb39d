/**
 * Says that the address is locked, even for correct input, and until when. Pure but for the clock.
 * @param wrong the kind of input that was wrong too often
 * @param retryAfter seconds
 */
export function lockedText(wrong: string, retryAfter: string | undefined): string {
  const until = new Date(Date.now() + Number(retryAfter ?? 0) * 1_000).toISOString().slice(11, 16);
  return `Too many wrong ${wrong} came from your address: it is locked until ${until} UTC, for right ones too.`;
}
