import type { Sql } from '@hub/database';
import { consumeReservations, type StockFall } from './consume-reservations';
import { openUnderLock, reservationsOf, writeRemaining } from './reservation-records';
import { byVariant, type VariantKey } from './variant-key';

/** One accepted stock event, or the figures of one variant that a catalogue run changed, at the instant its page was asked for. */
export type StockReport = VariantKey & StockFall;

/**
 * Lets stock reports consume and end reservations and lift blocks (D17), for many variants at once. Called after the
 * new stock is written, in the same transaction. Stale, duplicate and `HUB_Network` events are no reports.
 * @param reports in the order in which they were applied; a variant may have several
 * @returns the articles (GTIN-14) of which less is committed now; the caller adds those whose stock it wrote
 */
export async function applyStockReport(tx: Sql, reports: readonly StockReport[]): Promise<string[]> {
  if (reports.length === 0) return [];
  const open = await openUnderLock(tx, reservationsOf.reported(reports));
  const reportsOf = byVariant(reports);
  const changes = [...byVariant(open)].flatMap(([key, ofVariant]) =>
    consumeReservations(ofVariant, reportsOf.get(key) ?? []),
  );
  return writeRemaining(tx, changes);
}
