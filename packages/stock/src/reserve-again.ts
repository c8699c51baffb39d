import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { lockVariants } from './lock-variants';
import { LockedStock } from './locked-stock';
import { atHolders } from './move-reservations';
import { fallsOf, insertReservations, type Reserved, type ReservationRequest } from './reserve';

const BlockedRow = z.object({ lineId: z.string(), pieces: z.int() });

/**
 * Reserves again for lines whose shop had refused them (D18), all or nothing: pieces still blocked for them are theirs
 * already, and the rest has to be free. None of it if a variant is linked to another article by now: the same call would
 * bring other goods. Under the variants' locks, like any reservation.
 */
export async function reserveAgain(tx: Tx, lines: readonly ReservationRequest[]): Promise<Reserved> {
  const requests = await atHolders(tx, lines);
  const locked = await lockVariants(tx, requests);
  const blocked = await readBlocked(tx, requests);
  const missing = requests
    .map((one) => ({ ...one, quantity: one.quantity - (blocked.get(one.shippingOrderLineId) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
  const stock = new LockedStock(locked);
  const short = [...stock.fallingShort(missing), ...stock.linkedElsewhere(requests)];
  if (short.length > 0) return { reserved: false, short };
  await unblock(tx, requests);
  if (missing.length > 0) await insertReservations(tx, missing);
  return { reserved: true, articles: fallsOf(missing, locked) };
}

async function readBlocked(tx: Tx, requests: readonly ReservationRequest[]): Promise<Map<string, number>> {
  const blocked = await rows(
    BlockedRow,
    tx.$queryRaw`
    SELECT shipping_order_line_id AS "lineId", sum(remaining)::int AS pieces FROM reservation
    WHERE shipping_order_line_id = ANY (${lineIds(requests)}::uuid[]) AND remaining > 0
    GROUP BY shipping_order_line_id`,
  );
  return new Map(blocked.map(({ lineId, pieces }) => [lineId, pieces]));
}

async function unblock(tx: Tx, requests: readonly ReservationRequest[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE reservation SET kind = 'reserved', ends_with_next_report = false, shipped_at = NULL,
      consumable_from = NULL, attempted_at = NULL, falls_before = 0
    WHERE shipping_order_line_id = ANY (${lineIds(requests)}::uuid[]) AND remaining > 0 AND kind = 'block'`;
}

function lineIds(requests: readonly ReservationRequest[]): string[] {
  return requests.map(({ shippingOrderLineId }) => shippingOrderLineId);
}
