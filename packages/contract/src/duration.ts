const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(?<number>\d{1,9}(\.\d{1,3})?)(?<unit>[smhd])$/;

/** Milliseconds of a text such as `72h`: a number with `s`, `m`, `h` or `d`. @returns null for any other text */
export function durationMs(text: string): number | null {
  const { number, unit } = DURATION.exec(text)?.groups ?? {};
  if (unit !== 's' && unit !== 'm' && unit !== 'h' && unit !== 'd') return null;
  return Math.round(Number(number) * UNIT_MS[unit]);
}
