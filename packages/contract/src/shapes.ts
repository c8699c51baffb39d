import { z } from 'zod';
import { LIMITS } from './limits';

/** An optional field. Stores send `null` for what they do not have: it is read as absent. */
export function optional<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => value ?? undefined, schema.optional());
}

/** An optional text: a blank one says as little as `null` and is absent as well. */
export function optionalText<S extends z.ZodType<unknown, string>>(schema: S) {
  return z.preprocess((value) => (isBlank(value) ? undefined : value), schema.optional());
}

function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** An array whose length is judged before its entries, so that its faults stay few (`LIMITS.maxEntries`). */
export function listOf<S extends z.ZodType>(entry: S) {
  return z.preprocess(refuseTooMany, z.array(entry));
}

/** The same with at least one entry. */
export function filledListOf<S extends z.ZodType>(entry: S) {
  return z.preprocess(refuseTooMany, z.array(entry).min(1));
}

function refuseTooMany(value: unknown, context: z.core.$RefinementCtx): unknown {
  if (!Array.isArray(value) || value.length <= LIMITS.maxEntries) return value;
  context.addIssue({ code: 'custom', message: `must hold at most ${LIMITS.maxEntries} entries` });
  return z.NEVER;
}
