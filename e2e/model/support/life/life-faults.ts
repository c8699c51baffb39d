import { readSettlementPart } from '@hub/desk/money';
import type { StoreOrder } from '@hub/store-simulator';
import { z } from 'zod';
import { wasAccepted } from './answer-faults';
import type { Life } from './life';
import { readOrders, type HubLine, type HubOrder } from './read-orders';
import { freeStock, type Bounds } from './reference-stock';
import { sentData } from './sent-data';
import { HUB_LOCATION, type Trader } from './trader';

/** 100 per piece, of which 0.7 is the shipping shop's, VAT of one country taken off and added again (D24). */
const PAYOUT = 70;
const ALL_TIME = { from: 0n, before: 2n ** 62n };
const Document = z.object({ line_items: z.array(z.object({ unit_price: z.number() })) });

/**
 * What is wrong at rest, by a reference model of its own: it knows the stores, what they were answered and which runs
 * were accepted, and nothing of how the hub calculates.
 */
export async function lifeFaults(life: Life): Promise<string[]> {
  const orders = await readOrders(life.db);
  return [
    ...life.hub.failed,
    ...life.faults,
    ...unansweredEvents(life),
    ...life.all.flatMap((at) => wrongFigures(life, at, orders)),
    ...life.all.flatMap((seller) => wrongOrders(life, seller, orders)),
    ...life.all.flatMap((seller) => wrongReturns(life, seller, orders)),
  ];
}

function unansweredEvents({ all }: Life): string[] {
  return all.flatMap(({ slug, unanswered }) =>
    unanswered.map(({ event }) => `${event} of ${slug} has no answer`),
  );
}

/** D16: each store shows what the others have, of those that it deals with. */
function wrongFigures(life: Life, at: Trader, orders: readonly HubOrder[]): string[] {
  if (!at.sheet) return [];
  return at.variants.flatMap(({ variantId }) => {
    if (at === life.traders.shop && life.rehearsal?.uses(variantId)) return [];
    const { least, most } = figure(life, { at, variantId, orders });
    const shown = at.shown(variantId);
    const isRight = shown >= least && shown <= most;
    return isRight ? [] : [`${at.slug} shows ${shown} of ${variantId}, not ${least} to ${most}`];
  });
}

function figure(life: Life, given: { at: Trader; variantId: string; orders: readonly HubOrder[] }): Bounds {
  const { at, variantId, orders } = given;
  const listed = at.known.isActive(variantId) ? at.known.asListed(variantId) : null;
  const article = listed && deals(at) ? life.articleOf(listed) : null;
  if (article === null) return { least: 0, most: 0 };
  const supplies = suppliers(life, { seller: at, article }).map(({ trader, variant }) =>
    freeStock(life, { trader, variant, orders }),
  );
  return {
    least: supplies.reduce((sum, { least }) => sum + least, 0),
    most: supplies.reduce((sum, { most }) => sum + most, 0),
  };
}

/** Other shops that deal in an article, with their variant of it. */
function suppliers(life: Life, { seller, article }: { seller: Trader; article: string }) {
  return life.all.flatMap((trader) => {
    if (trader === seller || !deals(trader)) return [];
    const variant = trader.known.offered.find((one) => life.articleOf(one) === article);
    return variant ? { trader, variant } : [];
  });
}

function deals({ sheet }: Trader): boolean {
  return sheet?.orders === 'live' && sheet.inventory === 'live';
}

/** Every paid line has one owner: the shop that has it, the customer, the seller who stopped it, or the wait for stock. */
function wrongOrders(life: Life, seller: Trader, orders: readonly HubOrder[]): string[] {
  return seller.ownOrders.flatMap((sold) => {
    const stored = orders.find((one) => one.seller === seller.slug && one.orderId === sold.orderId);
    const name = `order ${sold.orderId}`;
    if (!wasAccepted(seller, sold.orderId)) return stored ? [`${name} was not accepted and is stored`] : [];
    if (!stored) return [`${name} was accepted and is not stored`];
    return [
      ...wrongStop(seller, sold, stored),
      ...sold.lines.flatMap((line) => {
        if (line.locationId !== HUB_LOCATION) return [];
        const ofHub = stored.lines.find(({ lineItemId }) => lineItemId === line.lineId);
        if (!ofHub) return [`a line of ${name} is not stored`];
        return wrongLine(life, { seller, stored, line: ofHub, tracked: line.tracked, orders }).map(
          (fault) => `${name} (${stored.state}), line ${ofHub.state}: ${fault}`,
        );
      }),
    ];
  });
}

function wrongStop(seller: Trader, sold: StoreOrder, stored: HubOrder): string[] {
  const said = answersTo(seller, 'order.cancelled', sold.orderId);
  const isStopped = stored.state === 'stopped';
  if (said.includes('stopped') !== isStopped)
    return [`order ${sold.orderId} is ${stored.state}, and its shop was answered ${said.join()}`];
  return stored.state === 'stopping' ? [`order ${sold.orderId} is being stopped for ever`] : [];
}

function answersTo(trader: Trader, event: string, orderId: string): string[] {
  return trader.store.deliveries
    .filter((delivery) => delivery.event === event && sentData(delivery).order_id === orderId)
    .flatMap(({ eventId }) => trader.answered.get(eventId) ?? [])
    .filter(({ byRun }) => !byRun)
    .map(({ said }) => said);
}

function wrongLine(
  life: Life,
  given: { seller: Trader; stored: HubOrder; line: HubLine; tracked: number; orders: readonly HubOrder[] },
): string[] {
  const { seller, stored, line, tracked } = given;
  const references = stored.placements.flatMap(({ lines }) =>
    lines.flatMap((one) => (one.lineId === line.id ? one.reference : [])),
  );
  const at = life.all.flatMap((trader) =>
    trader.shippingOrders.flatMap((order) =>
      order.lines
        .filter(({ externalRef }) => externalRef !== null && references.includes(externalRef))
        .map((one) => ({ trader, order, ...one })),
    ),
  );
  const having = at.filter(({ order, shipped }) => order.status === 'created' || shipped > 0);
  const shipped = having.reduce((sum, one) => sum + one.shipped, 0);
  const faults = [
    ...(having.length > 1 ? [`${having.length} stores have it`] : []),
    ...(having.some(({ trader }) => trader === seller) ? ['its own shop ships it'] : []),
    ...(shipped === tracked ? [] : [`${shipped} pieces left, and the customer knows of ${tracked}`]),
    ...having.flatMap(({ order }) =>
      Document.parse(order.document).line_items.every((one) => one.unit_price === PAYOUT)
        ? []
        : ['its payout is wrong'],
    ),
  ];
  const isWhole = shipped === line.quantity;
  switch (line.state) {
    case 'allocated':
      return having.length === 1 && !isWhole ? faults : [...faults, 'no store is to ship it'];
    case 'shipped':
      return isWhole ? faults : [...faults, `${shipped} of ${line.quantity} have left`];
    case 'waiting':
      return [...faults, ...(having.length > 0 ? ['a store has it'] : []), ...mayBeServed(life, given)];
    case 'stopped':
      return stored.state === 'stopped' && having.length === 0 ? faults : [...faults, 'it is not stopped'];
    case 'own':
    case 'unfulfillable':
      return [...faults, 'it was not closed'];
  }
}

/** D16: waiting lines are served, whatever brought the stock. */
function mayBeServed(
  life: Life,
  {
    seller,
    stored,
    line,
    orders,
  }: { seller: Trader; stored: HubOrder; line: HubLine; orders: readonly HubOrder[] },
): string[] {
  const listed = seller.known.asListed(line.variantId);
  const article = listed && life.articleOf(listed);
  if (!article || stored.state !== 'accepted') return [];
  return suppliers(life, { seller, article })
    .filter(({ trader }) => !hasGivenUp(life, trader, stored))
    .filter(({ trader, variant }) => freeStock(life, { trader, variant, orders }).least >= line.quantity)
    .map(({ trader }) => `${trader.slug} has it`);
}

function hasGivenUp(life: Life, trader: Trader, stored: HubOrder): boolean {
  return stored.placements.some(({ shop }) => shop === trader.slug);
}

/** What came back is registered at the selling shop once, if its returns are live. */
function wrongReturns(life: Life, seller: Trader, orders: readonly HubOrder[]): string[] {
  return orders
    .filter((order) => order.seller === seller.slug)
    .flatMap((stored) => {
      const back = stored.placements.filter(({ shop, storeOrderId }) => {
        const trader = life.all.find(({ slug }) => slug === shop);
        return (
          trader && storeOrderId && answersTo(trader, 'return.created', storeOrderId).includes('accepted')
        );
      });
      const registered = seller.store.returns.filter(({ orderId }) => orderId === stored.orderId);
      const expected = seller.options.returns === 'live' ? back.length : 0;
      if (stored.returns !== back.length)
        return [
          `${back.length} returns of order ${stored.orderId} were accepted, ${stored.returns} are stored`,
        ];
      return registered.length === expected
        ? []
        : [`${expected} returns of order ${stored.orderId} are due, ${registered.length} are registered`];
    });
}

/** D24: a line that has left whole is owed to the shop that shipped it. */
export async function wrongPayouts({ db, all }: Life): Promise<string[]> {
  const faults: string[] = [];
  for (const { slug, shippingOrders } of all) {
    const { id } = await db.shop.findUniqueOrThrow({ where: { slug } });
    const settled = await readSettlementPart(db, { id, slug }, { period: ALL_TIME, skip: 0, take: 1_000 });
    const owed = settled.lines.filter(({ side }) => side === 'ships');
    for (const { externalRef, quantity, shipped } of shippingOrders.flatMap(({ lines }) => lines)) {
      const pieces = owed.find(({ lineReference }) => lineReference === externalRef)?.quantity ?? 0;
      if (pieces !== (shipped === quantity ? quantity : 0))
        faults.push(`${slug} shipped ${shipped} of ${quantity} pieces, and is owed ${pieces}`);
    }
  }
  return faults;
}
