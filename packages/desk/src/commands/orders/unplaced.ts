import { listAtRisk, type AtRisk } from '../../problems/orders-at-risk';
import { z } from 'zod';
import { look } from '../command';
import { Limit, requireShop, Text, time } from '../fields';

/** The situations of a paid line that no shop has. */
const UNPLACED: AtRisk['situation'][] = [
  'waiting',
  'order_held',
  'placing',
  'store_away',
  'refused',
  'disputed',
];

/** Every paid network line that no shop has (D18). */
export const orderUnplaced = look({
  input: z.strictObject({ at: Text.optional(), limit: Limit }),
  run: async ({ db, now }, { at: store, limit }) => {
    if (store !== undefined) await requireShop(db, store);
    const lines = await listAtRisk(db, { store, situations: UNPLACED, withOnItsWay: true, limit, now });
    return lines.map((line) => ({
      shop: line.shop,
      order_id: line.orderId,
      line_item_id: line.lineItemId,
      situation: line.situation === 'store_away' ? 'placing' : line.situation,
      reason: line.reason,
      shipping_shop: line.store,
      external_ref: line.reference,
      since: time(line.since),
      overdue: line.overdue,
    }));
  },
});
