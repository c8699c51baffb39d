import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import type { OrderReferences } from '../placements/order-references';

/** How many placements after the known ones may have been forgotten. */
const FURTHER_PLACEMENTS = 8;

const Shop = z.object({ id: z.int(), slug: z.string() });
const Shown = z.object({ reference: z.string(), positions: z.array(z.int()) });

/** A seller order, as its references are derived from it. */
export interface ReferencedOrder {
  shopSlug: string;
  orderId: string;
  /** How many are known. */
  placements: number;
}

/** A placement that a shop has shown after a restore, and that the database has forgotten. */
export interface ForgottenPlacement {
  shopId: number;
  /** Of the placement from which its reference was derived (D18). */
  number: number;
  /** Of its lines in the seller order. */
  positions: ReadonlySet<number>;
}

/**
 * The placements of an order that shops have shown after a restore and that the database has forgotten, in the order in
 * which they were made: with the reference key, the hub can find the order of a reference (D18). A number below the
 * known ones may be among them: what was given back in the lost time is given back again in any order.
 */
export async function findForgotten(
  tx: Tx,
  order: ReferencedOrder,
  references: OrderReferences,
): Promise<ForgottenPlacement[]> {
  const shops = await rows(Shop, tx.$queryRaw`SELECT id, slug FROM shop`);
  const possible = shops.flatMap(({ id: shopId, slug: shippingShop }) =>
    Array.from({ length: order.placements + FURTHER_PLACEMENTS }, (_, index) => {
      const number = index + 1;
      const placement = { sellingShop: order.shopSlug, orderId: order.orderId, shippingShop, number };
      return { shopId, number, reference: references.ofOrder(placement) };
    }),
  );
  const shown = await findShown(
    tx,
    possible.map(({ reference }) => reference),
  );
  return possible
    .flatMap(({ shopId, number, reference }) => {
      const positions = shown.get(reference);
      return positions ? [{ shopId, number, positions }] : [];
    })
    .toSorted((a, b) => a.number - b.number);
}

/** Which of these references shops have shown that name no shipping order here, with the positions of their lines. */
async function findShown(tx: Tx, references: readonly string[]): Promise<Map<string, ReadonlySet<number>>> {
  const shown = await rows(
    Shown,
    tx.$queryRaw`
    SELECT r.external_ref AS reference, r.positions FROM restored_reference r
    WHERE r.external_ref = ANY (${[...references]}::text[])
      AND NOT EXISTS (SELECT FROM shipping_order s WHERE s.external_ref = r.external_ref)`,
  );
  return new Map(shown.map(({ reference, positions }) => [reference, new Set(positions)]));
}
