import { z } from 'zod';
import { look } from '../command';
import { NamedOrder, requireShop, Text } from '../fields';
import { lookUpOrder } from '../orders/require-order';
import { readOnly } from '../read-only';
import { explainOrder } from './explain-order';
import { replayOrder } from './replay-order';
import { orderDataOf, tryOrder } from './try-order';

/** The stored decisions of an order: candidates with their figures, the ranking, who was ruled out. */
export const routeExplain = look({
  input: NamedOrder,
  run: async ({ db }, name) => {
    const { id } = await lookUpOrder(db, name);
    return readOnly(db, (tx) => explainOrder(tx, id));
  },
});

/** Decides and prices an order (the event or its data) as if its shop sent it now; nothing is stored, reserved or sent. */
export const routeTry = look({
  input: z.strictObject({ shop: Text, order: z.unknown() }),
  run: async ({ db, now }, { shop: slug, order }) => {
    const [shop, data] = [await requireShop(db, slug), orderDataOf(order)];
    return readOnly(db, (tx) => tryOrder(tx, { shop, data, now }));
  },
});

/** What another policy would have chosen on the stored figures of an order. */
export const routeReplay = look({
  input: z.strictObject({
    ...NamedOrder.shape,
    policy: z.strictObject({ version: Text, bandKm: z.number().positive() }),
  }),
  run: async ({ db }, { policy, ...name }) => {
    const { id } = await lookUpOrder(db, name);
    return readOnly(db, (tx) => replayOrder(tx, id, policy));
  },
});
