import { z } from 'zod';
import { LIMITS } from './limits';

/** An optional field. Stores send `null` for what they do not have: it is read as absent. */
export function optional<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => value ?? undefined, schema.optional());
}

/** An optional text: a blank one counts as absent, like `null`. */
export function optionalText<S extends z.ZodType<unknown, string>>(schema: S) {
  return z.preprocess((value) => (isBlank(value) ? undefined : value), schema.optional());
}

function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** An array whose length is checked before its entries, so that its faults stay few (`LIMITS.maxEntries`). */
export function listOf<S extends z.ZodType>(entry: S) {
  return z.preprocess(refuseTooMany, z.array(entry));
}

/** The same with at least one entry. */
export function filledListOf<S extends z.ZodType>(entry: S) {
  return z.preprocess(refuseTooMany, z.array(entry).min(1));
}

/**
 * A list of an event with at least one entry, parsed no further than its first faulty entry: a refusal names one fault
 * (D6), and reporting thousands would hold up every other event meanwhile.
 */
export function filledEventListOf<S extends z.ZodType>(entry: S) {
  return z.preprocess(upToFirstFault(entry), z.array(entry).min(1));
}

/** The same, which may be empty. */
export function eventListOf<S extends z.ZodType>(entry: S) {
  return z.preprocess(upToFirstFault(entry), z.array(entry));
}

/** So few entries have few faults: they are parsed at once. */
const FEW = 16;

function upToFirstFault(entry: z.ZodType) {
  return (value: unknown, context: z.core.$RefinementCtx): unknown => {
    const list = refuseTooMany(value, context);
    if (!Array.isArray(list) || list.length <= FEW) return list;
    const first = list.findIndex((one) => !entry.safeParse(one).success);
    return first === -1 ? list : list.slice(0, first + 1);
  };
}

function refuseTooMany(value: unknown, context: z.core.$RefinementCtx): unknown {
  if (!Array.isArray(value) || value.length <= LIMITS.maxEntries) return value;
  context.addIssue({ code: 'custom', message: `must hold at most ${LIMITS.maxEntries} entries` });
  return z.NEVER;
}
