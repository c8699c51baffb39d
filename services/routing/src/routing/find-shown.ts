import { rows, type Tx } from '@hub/database';
import { findShownPlacements, type LockedOrder, type PlacementAtShop, type StoredLine } from '@hub/orders';
import { z } from 'zod';
import type { References } from './references';

/** How many placements after the known ones may have been forgotten. */
const FURTHER_PLACEMENTS = 8;

const Shop = z.object({ id: z.int(), slug: z.string() });

/**
 * The first placement of an order that a shop has shown after a restore and that the database has forgotten: with the
 * reference key, the hub can find the order of a reference (D18). Null: none of its waiting lines is known to be
 * anywhere.
 */
export async function findShown(
  tx: Tx,
  { order, lines }: { order: LockedOrder; lines: readonly StoredLine[] },
  references: References,
): Promise<PlacementAtShop | null> {
  if (!order.mayBePlaced) return null;
  const shops = await rows(Shop, tx.$queryRaw`SELECT id, slug FROM shop`);
  const possible = shops.flatMap(({ id: shopId, slug: shippingShop }) =>
    Array.from({ length: FURTHER_PLACEMENTS }, (_, index) => {
      const number = order.placements + index + 1;
      const placement = { sellingShop: order.shopSlug, orderId: order.orderId, shippingShop, number };
      return { shopId, number, reference: references.ofOrder(placement) };
    }),
  );
  const shown = await findShownPlacements(
    tx,
    possible.map(({ reference }) => reference),
  );
  const found = possible.flatMap(({ shopId, number, reference }) => {
    const positions = shown.get(reference);
    const ofIt = lines.filter((line) => line.waiting && positions?.has(line.position));
    return ofIt.length > 0 ? { shopId, number, orderLineIds: new Set(ofIt.map(({ id }) => id)) } : [];
  });
  return found.toSorted((a, b) => a.number - b.number)[0] ?? null;
}
