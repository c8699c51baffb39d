import type { ProductsPageFault } from '@hub/contract';
import type { z } from 'zod';

/** A receipt, or its fault. */
export type ReadReceipt<T> = { ok: true; receipt: T } | { ok: false; faults: readonly ProductsPageFault[] };

/**
 * Parses a receipt and compares it with the request: a missing field or a wrong reference is a failure (contract,
 * "Endpoints"). `echoed` holds what the receipt must repeat. Faults name fields, never values.
 */
export function readReceipt<S extends z.ZodType<object>>(
  schema: S,
  answer: unknown,
  echoed: Readonly<Record<string, unknown>>,
): ReadReceipt<z.output<S>> {
  const read = schema.safeParse(answer, {
    error: (issue) => (issue.input === undefined ? 'is required' : 'is not what the contract asks for'),
  });
  if (!read.success) {
    return {
      ok: false,
      faults: read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
    };
  }
  const received = new Map<string, unknown>(Object.entries(read.data));
  const faults = Object.entries(echoed)
    .filter(([field, sent]) => received.get(field) !== sent)
    .map(([field]) => ({ field, message: 'is not the one of the request' }));
  return faults.length === 0 ? { ok: true, receipt: read.data } : { ok: false, faults };
}
