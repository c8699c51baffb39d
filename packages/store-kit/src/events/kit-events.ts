import type { KitContext } from '../context';
import type { Looks } from '../looks';
import type { OrderFact } from '../facts/facts';
import type { KitEvents, Reported } from '../store-kit';
import { reportPackage, reportReturn } from './goods-events';
import { readAndReport } from './read-and-report';
import { reportCancellation, reportPaidOrder } from './order-events';
import { reportStock } from './stock-events';

/** The events that are given what happened. */
type ReportedWhole<Tx> = Omit<KitEvents<Tx>, 'orderChanged' | 'stockChangedAt'>;

/** @param looks asked to look where an event was queued, so that it leaves at once */
export function kitEvents<Tx>(kit: KitContext<Tx>, looks: Pick<Looks, 'now' | 'soon'>): KitEvents<Tx> {
  const wakeSender = async (tx: Tx | undefined, reporting: Promise<Reported>): Promise<Reported> => {
    const isCommitted = tx === undefined && kit.servedTx === null;
    const reported = await reporting;
    if (!('queued' in reported)) return reported;
    if (isCommitted) looks.now();
    else if (tx !== undefined && kit.storage.afterCommit?.(tx, looks.now) !== true) looks.soon();
    return reported;
  };
  const events: ReportedWhole<Tx> = {
    stockChanged: (change, tx) =>
      wakeSender(
        tx,
        kit.within(tx, (records) => reportStock(kit, change, records)),
      ),
    orderPaid: (order, tx) =>
      wakeSender(
        tx,
        kit.within(tx, (records) => reportPaidOrder(kit, order, records)),
      ),
    orderCancelled: (cancellation, tx) =>
      wakeSender(
        tx,
        kit.within(tx, (records) => reportCancellation(kit, cancellation, records)),
      ),
    packageShipped: (shipped, tx) =>
      wakeSender(
        tx,
        kit.within(tx, (records) => reportPackage(kit, shipped, records)),
      ),
    returned: (goods, tx) =>
      wakeSender(
        tx,
        kit.within(tx, (records) => reportReturn(kit, goods, records)),
      ),
    orderFact: (fact, tx) => reportFact(events, fact, tx),
  };
  return { ...events, ...readAndReport(kit, events) };
}

function reportFact<Tx>(events: ReportedWhole<Tx>, fact: OrderFact, tx: Tx | undefined): Promise<Reported> {
  switch (fact.kind) {
    case 'paid':
      return events.orderPaid(fact.order, tx);
    case 'cancelled':
      return events.orderCancelled(fact.cancellation, tx);
    case 'shipped':
      return events.packageShipped(fact.package, tx);
    case 'returned':
      return events.returned(fact.goods, tx);
  }
}
