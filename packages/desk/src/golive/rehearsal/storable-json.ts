import { storableText } from '@hub/contract';
import type { Prisma } from '@hub/database';

/** A JSON value as PostgreSQL can hold it: a store's answer may contain what it cannot (D7). */
export function storableJson(value: unknown): Prisma.InputJsonValue | null {
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [storableText(name), storableJson(item)]),
  );
}
