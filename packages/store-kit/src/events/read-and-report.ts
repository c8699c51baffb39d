import type { KitContext } from '../context';
import { quantityAt } from '../facts/catalogue';
import { orderFacts, type OrderNow } from '../facts/order-now';
import type { KitEvents, Place, Reported } from '../store-kit';

type Reading<Tx> = Pick<KitEvents<Tx>, 'orderChanged' | 'stockChangedAt'>;
type Reporting<Tx> = Pick<KitEvents<Tx>, 'orderFact' | 'stockChanged'>;

/** Events that are given only ids: what happened is read back, so that it is the same whichever hook reports it, and however often. */
export function readAndReport<Tx>(kit: KitContext<Tx>, events: Reporting<Tx>): Reading<Tx> {
  return {
    async orderChanged(orderId, tx) {
      await reportOrder(kit, events, { orderId: String(orderId), tx });
    },
    async stockChangedAt(places, tx) {
      for (const place of places) await sendStock(kit, events, { place, tx });
    },
  };
}

const NOTHING_TO_READ = 'an adapter whose events are ids has to say what is read back';

/** All there is to report of it. Read in the transaction in which it is reported; of a platform behind an API, before. */
export async function reportOrder<Tx>(
  kit: KitContext<Tx>,
  events: Reporting<Tx>,
  { orderId, tx }: { orderId: string; tx?: Tx | undefined },
): Promise<Reported[]> {
  const { adapter } = kit;
  if (!adapter.sharesTransaction) return reportAll(events, await adapter.orderNow(orderId, null), tx);
  if (!adapter.orderNow) throw new Error(NOTHING_TO_READ);
  const read = adapter.orderNow.bind(adapter);
  return kit.joining(tx, async (records) => reportAll(events, await read(orderId, records.tx), records.tx));
}

async function reportAll<Tx>(
  events: Reporting<Tx>,
  order: OrderNow | null,
  tx: Tx | undefined,
): Promise<Reported[]> {
  const reported = [];
  for (const fact of order ? orderFacts(order) : []) reported.push(await events.orderFact(fact, tx));
  return reported;
}

/**
 * Null: there is no such variant. The figure of a platform behind an API counts as of the moment before it is read: a look that began later never loses to an
 * earlier one. A platform's own times may be whole seconds: two changes within one would look the same.
 */
async function sendStock<Tx>(
  kit: KitContext<Tx>,
  events: Reporting<Tx>,
  { place, tx }: { place: Place; tx: Tx | undefined },
): Promise<Reported | null> {
  const { adapter } = kit;
  const { variantId, locationId } = place;
  if (!adapter.sharesTransaction) {
    const asOf = new Date(kit.now());
    const quantity = quantityAt(locationId, await adapter.stockOf(variantId, null));
    return quantity === null ? null : events.stockChanged({ variantId, locationId, quantity, asOf }, tx);
  }
  if (!adapter.stockOf) throw new Error(NOTHING_TO_READ);
  const read = adapter.stockOf.bind(adapter);
  return kit.joining(tx, async (records) => {
    const quantity = quantityAt(locationId, await read(variantId, records.tx));
    return quantity === null ? null : events.stockChanged({ variantId, locationId, quantity }, records.tx);
  });
}
