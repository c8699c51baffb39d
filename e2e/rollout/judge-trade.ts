import type { Database } from '@hub/database';
import type { TestShops } from '../test/support/shops';
import type { Trader } from '../trials/trader';

export interface Trade {
  db: Database;
  shops: TestShops;
  trader: Trader;
}

/** Every answer that was not `200`. */
export function judgeAnswers({ trader }: Pick<Trade, 'trader'>): string[] {
  return Object.entries(trader.answers)
    .filter(([answer]) => !answer.endsWith(' 200'))
    .map(([answer, count]) => `${count} times the answer to ${answer}`);
}

/** What is not as it must be once all is settled: an event lost, an order lost or there twice, a failed message. */
export async function judgeTrade(trade: Trade): Promise<string[]> {
  return [...(await lostEvents(trade)), ...(await wrongOrders(trade)), ...(await deadLetters(trade))];
}

async function lostEvents({ db, trader }: Trade): Promise<string[]> {
  const decided = await db.eventLedger.findMany({
    where: { eventId: { in: trader.accepted }, decidedAt: { not: null } },
    select: { eventId: true },
  });
  const known = new Set(decided.map(({ eventId }) => eventId));
  const lost = trader.accepted.filter((id) => !known.has(id));
  return lost.length === 0 ? [] : [`${lost.length} of ${trader.accepted.length} accepted events are lost`];
}

/** Each sale is at one store once, with the reference that the hub has of it; no store has anything else to ship. */
async function wrongOrders({ db, shops }: Trade): Promise<string[]> {
  const sales = shops.selling.store.orders;
  const atStores = [shops.near, shops.far]
    .flatMap(({ store }) => store.orders)
    .filter(({ kind, status }) => kind === 'shipping' && status === 'created');
  const known = await db.sellerOrder.findMany({ include: { shippingOrders: true } });
  const faults = sales.flatMap(({ orderId }) => {
    const references = known
      .filter((order) => order.orderId === orderId)
      .flatMap((order) => order.shippingOrders.map(({ externalRef }) => externalRef));
    const placed = atStores.filter(
      ({ externalRef }) => externalRef !== null && references.includes(externalRef),
    );
    return placed.length === 1 ? [] : [`${orderId}: ${placed.length} orders at stores`];
  });
  const tooMany = atStores.length - sales.length;
  return tooMany > 0 ? [...faults, `${tooMany} orders at stores beyond the ${sales.length} sales`] : faults;
}

async function deadLetters({ db }: Trade): Promise<string[]> {
  const count = await db.deadLetter.count();
  return count === 0 ? [] : [`${count} messages failed`];
}
