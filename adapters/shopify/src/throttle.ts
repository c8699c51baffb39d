import { z } from 'zod';

const DEFAULT_PAUSE_MS = 1_000;

const Throttled = z.object({
  errors: z.array(z.object({ extensions: z.object({ code: z.string() }).partial().optional() })),
  extensions: z
    .object({
      cost: z.object({
        requestedQueryCost: z.number(),
        throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() }),
      }),
    })
    .optional()
    .catch(undefined),
});

/**
 * How long until the bucket holds what the call costs (`extensions.cost`), in milliseconds; null where it was not throttled.
 * Shopify says so with `THROTTLED` in a `200`, and before its GraphQL with `429` and `Retry-After`.
 */
export function throttledFor(response: Response, body: unknown): number | null {
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after'));
    return seconds > 0 ? seconds * 1_000 : DEFAULT_PAUSE_MS;
  }
  const throttled = Throttled.safeParse(body).data;
  if (!throttled?.errors.some(({ extensions }) => extensions?.code === 'THROTTLED')) return null;
  const cost = throttled.extensions?.cost;
  if (!cost) return DEFAULT_PAUSE_MS;
  const missing = cost.requestedQueryCost - cost.throttleStatus.currentlyAvailable;
  return Math.max(Math.ceil((missing / cost.throttleStatus.restoreRate) * 1_000), 100);
}
