/** Parts of one line of the platform, which had split it over locations, as that line again. */
export function joinLines<Line extends { lineId: string; quantity: number }>(lines: readonly Line[]): Line[] {
  const joined = new Map<string, Line>();
  for (const line of lines) {
    const before = joined.get(line.lineId);
    joined.set(line.lineId, before ? { ...before, quantity: before.quantity + line.quantity } : line);
  }
  return [...joined.values()];
}
