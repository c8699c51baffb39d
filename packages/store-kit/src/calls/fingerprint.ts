import { createHash } from 'node:crypto';

/** The same for the same data, in any order of its fields. */
export function fingerprintOf(data: unknown): string {
  return createHash('sha256').update(canonical(data)).digest('hex');
}

function canonical(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
