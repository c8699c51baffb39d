import type { Sql } from '@hub/database';
import { consumeReservations, type OpenReservation, type StockFall } from './consume-reservations';
import { keepFalls } from './kept-falls';
import { openUnderLock, reservationsOf, writeFreed, type FreedStock } from './reservation-records';
import { byVariant, type VariantKey } from './variant-key';

/**
 * One accepted stock event, or the figures of one variant that a catalogue run changed, at the instant its page was
 * requested.
 */
export type StockReport = VariantKey & StockFall;

/**
 * Lets stock reports consume and end reservations and lift blocks (D17), for many variants at once, and keeps decreases
 * for a shipping order whose placing is not known yet. Called after the new stock is written, in the same transaction.
 * Stale, duplicate and `HUB_Network` events are not reports.
 * @param reports in the order in which they were applied; a variant may have several
 * @returns the variants with less committed now; the caller adds those whose stock it wrote
 */
export async function applyStockReport(tx: Sql, reports: readonly StockReport[]): Promise<FreedStock[]> {
  if (reports.length === 0) return [];
  const open = await openUnderLock(tx, reservationsOf.reported(reports));
  const reportsOf = byVariant(reports);
  const consumed = [...byVariant(open)].map(([key, ofVariant]) =>
    consumeVariant(ofVariant, reportsOf.get(key) ?? []),
  );
  await keepFalls(
    tx,
    consumed.flatMap(({ kept }) => kept),
  );
  return writeFreed(
    tx,
    consumed.flatMap(({ changes }) => changes),
  );
}

function consumeVariant(open: readonly OpenReservation[], reports: readonly StockReport[]) {
  const { changes, kept } = consumeReservations(open, reports);
  const [variant] = reports;
  return {
    changes,
    kept: variant
      ? kept.map((fall) => ({ shopId: variant.shopId, variantId: variant.variantId, ...fall }))
      : [],
  };
}
