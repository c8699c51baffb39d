import { listAtRisk, type AtRisk } from '@hub/support-desk';
import { requireShop } from '../find-shop';
import { printJson, printTable, time } from '../output';
import { readLimit } from '../read-limit';
import { withDatabase } from '../with-database';

/** The situations of a paid line that no shop has. */
const UNPLACED: AtRisk['situation'][] = [
  'waiting',
  'order_held',
  'placing',
  'store_away',
  'refused',
  'disputed',
];

/** `hub order unplaced`: every paid network line that no shop has (D18). */
export async function unplaced(options: { at?: string; limit: string; json?: boolean }): Promise<void> {
  const limit = readLimit(options.limit);
  const lines = await withDatabase(async ({ db }) => {
    if (options.at !== undefined) await requireShop(db, options.at);
    return listAtRisk(db, {
      store: options.at,
      situations: UNPLACED,
      withOnItsWay: true,
      limit,
      now: Date.now(),
    });
  });
  const described = lines.map((line) => ({
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
  if (options.json) return printJson(described);
  printTable(
    ['since', 'shop', 'order', 'line', 'where it is', 'why', 'given to'],
    described.map((line) => [
      `${line.since ?? ''}${line.overdue ? ' (overdue)' : ''}`,
      line.shop,
      line.order_id ?? '',
      line.line_item_id ?? '',
      line.situation.replaceAll('_', ' '),
      line.reason ?? '',
      line.shipping_shop ?? '',
    ]),
  );
}
