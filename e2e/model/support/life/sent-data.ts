import type { Delivery } from '@hub/store-simulator';
import { z } from 'zod';

const Sent = z.object({
  data: z.looseObject({
    order_id: z.string().optional(),
    variant_id: z.string().optional(),
    location_id: z.string().optional(),
    quantity: z.number().optional(),
    changed_at: z.string().optional(),
  }),
});

/** What an event of a store names. */
export function sentData({ body }: Delivery) {
  return Sent.parse(JSON.parse(body.toString())).data;
}
