import { isLoopGuarded, OrderId, type Verdict } from '@hub/contract';
import type { Sql } from '@hub/database';
import { raiseAlerts } from '@hub/alerts';
import { COMMANDS, outboxCommand, type EventOutcome, type OutboxCommand } from '@hub/messaging';
import {
  BatchFacts,
  findStoredOrders,
  readArrivalFacts,
  saveArrivals,
  sellingShopOf,
  CachedVatRates,
  type ArrivalFacts,
  type SavedArrival,
  type CachedSheets,
} from '@hub/orders/arrivals';
import {
  contentSha256,
  contentSha256Of,
  findChangedOrders,
  readSellingShops,
  type ReplayedOrder,
  type SellingShop,
} from '@hub/orders/intake';
import { lockArrivingOrders } from '@hub/orders/records';
import { DailyNumbers, ShopLoads, usesLoad, variantKeyText, type SheetDecidedOn } from '@hub/orders/routing';
import type { Logger } from '@hub/runtime';
import type { TakesClaims } from '@hub/store-writes';
import type { ClaimedPlacing } from '../placing/placing-write';
import type { References } from '../routing/references';
import { changedAlert } from './intake-alerts';
import { judgeArrivals, type AcceptedArrival, type OrderEvent } from './judge-arrivals';
import { routeArrivals, type GtinOf, type RoutedArrivals, type SlotFor } from './route-arrivals';

export interface IntakeSettings {
  sheets: CachedSheets;
  references: References;
  /** Calls the shops that were chosen, right after the commit. */
  placing: Pick<TakesClaims<ClaimedPlacing>, 'slotFor' | 'wakeAfter'>;
  logger: Logger;
}

/** The loop guard, before anything else: our own order sent back is skipped, even a malformed one. */
export function skipOwnOrders(data: unknown): Verdict | null {
  return isLoopGuarded(data) ? { status: 200, outcome: 'skipped' } : null;
}

/** The first accepted order is final: a replay, under any event id and with any content, is a duplicate (D31). */
export async function findExistingOrders(
  tx: Sql,
  events: { shopId: number; data: unknown }[],
): Promise<(Verdict | null)[]> {
  const orders = events.map(({ shopId, data }) => ({ shopId, orderId: orderIdOf(data) ?? '' }));
  const stored = await findStoredOrders(tx, orders);
  const replayed = orders.flatMap((order, index) =>
    stored[index] ? { ...order, contentSha256: contentSha256Of(events[index]?.data) } : [],
  );
  await raiseAlerts(tx, (await findChangedOrders(tx, replayed)).map(changedAlert));
  return stored.map((isStored) => (isStored ? { status: 200, outcome: 'duplicate' } : null));
}

/**
 * `order.created` events that arrived together: accepted (D9, D31), routed, reserved and priced (D19, D24) in one
 * transaction: one statement locks, one reads, one locks what was chosen, one writes. An order that cannot be routed
 * this way is stored all the same, and `order.route` routes it.
 */
export function orderIntake(settings: IntakeSettings) {
  const vatRates = new CachedVatRates();
  return {
    handleAll(tx: Sql, events: OrderEvent[]): Promise<EventOutcome[]> {
      const route: Route = async (accepted, facts) => {
        await vatRates.refresh(tx, facts.vatRatesMark);
        const daily = await readDailyNumbers(tx, facts, { sheets: settings.sheets, accepted });
        const loads = await readLoads(tx, facts, accepted);
        const batchFacts = new BatchFacts(facts, settings.sheets, { vatRates, daily, loads });
        const gtinOf: GtinOf = (variant) => facts.sold.get(variantKeyText(variant))?.gtin ?? null;
        const slotFor: SlotFor = (shopId) => settings.placing.slotFor(tx, shopId);
        return routeArrivals(tx, accepted, {
          ...settings,
          facts: batchFacts,
          policy: facts.policy,
          gtinOf,
          slotFor,
        });
      };
      return takeOrders(tx, events, { settings, route });
    },
    /** Where that failed: stored, and left to `order.route`. */
    async handleOne(tx: Sql, event: OrderEvent): Promise<EventOutcome> {
      const route: Route = async (accepted) => ({
        orders: accepted.map(({ seller: _, decidedAt: __, ...arrival }) => ({ ...arrival, routing: null })),
        locked: [],
        sheets: [],
      });
      const [end] = await takeOrders(tx, [event], { settings, route });
      if (!end) throw new Error('an order without an end');
      return end;
    },
  };
}

type Route = (accepted: readonly AcceptedArrival[], facts: ArrivalFacts) => Promise<RoutedArrivals>;

async function takeOrders(
  tx: Sql,
  events: readonly OrderEvent[],
  { settings, route }: { settings: IntakeSettings; route: Route },
): Promise<EventOutcome[]> {
  await lockArrivingOrders(
    tx,
    events.map(({ shopId, data }) => ({ shopId, orderId: data.order_id })),
  );
  const { facts, sellers } = await readFacts(tx, events, settings.sheets);
  const { ends, accepted, alerts } = judgeArrivals(events, facts, sellers);
  if (accepted.length > 0) {
    const routed = await route(accepted, facts);
    const [first] = events;
    await saveArrivals(tx, {
      orders: routed.orders,
      sheets: sheetsOf(routed, accepted),
      dueAt: new Date(first?.now ?? 0),
      commands: commandsOf(routed),
    });
    for (const shopId of shopsToCall(routed)) settings.placing.wakeAfter(tx, shopId);
  }
  const changed = await findChangedOrders(tx, replayedOf(events, ends));
  await raiseAlerts(tx, [...alerts, ...changed.map(changedAlert)]);
  return ends;
}

/** Orders that were stored before, or by an event of the same batch (D31). */
function replayedOf(events: readonly OrderEvent[], ends: readonly EventOutcome[]): ReplayedOrder[] {
  return events.flatMap(({ shopId, data }, index) => {
    const end = ends[index];
    const isReplay =
      end?.kind === 'decided' && end.verdict.status === 200 && end.verdict.outcome === 'duplicate';
    return isReplay ? { shopId, orderId: data.order_id, contentSha256: contentSha256(data) } : [];
  });
}

/**
 * The sheets in memory, and the facts; a selling shop's sheet is read again where the one in memory is not in force.
 */
async function readFacts(
  tx: Sql,
  events: readonly OrderEvent[],
  sheets: CachedSheets,
): Promise<{ facts: ArrivalFacts; sellers: ReadonlyMap<number, SellingShop> }> {
  const arriving = events.map(({ shopId, data }) => ({ shopId, order: data }));
  const shopIds = [...new Set(events.map(({ shopId }) => shopId))];
  const cached = new Map(
    shopIds.flatMap((id) => {
      const sheet = sheets.byId(id);
      return sheet ? [[id, sellingShopOf(sheet)] as const] : [];
    }),
  );
  const now = events[0]?.now ?? 0;
  const facts = await readArrivalFacts(tx, arriving, { sellers: cached, now });
  const outdated = shopIds.filter((id) => {
    const [known, inForce] = [cached.get(id), facts.sellers.get(id)];
    return known?.revision !== inForce?.revision || known?.orders !== inForce?.orders;
  });
  if (outdated.length === 0) return { facts, sellers: cached };
  const sellers = new Map([...cached, ...(await readSellingShops(tx, outdated))]);
  return { facts: await readArrivalFacts(tx, arriving, { sellers, now }), sellers };
}

/** Of the shops that could be chosen: a statement of its own, only if one of them has a daily number (D19). */
async function readDailyNumbers(
  tx: Sql,
  { offered }: ArrivalFacts,
  { sheets, accepted }: { sheets: CachedSheets; accepted: readonly AcceptedArrival[] },
): Promise<DailyNumbers> {
  const shopIds = new Set([...offered.values()].flatMap((variants) => variants.map(({ shopId }) => shopId)));
  const shops = [...shopIds].flatMap((id) => sheets.byId(id) ?? []);
  return DailyNumbers.read(tx, shops, accepted[0]?.decidedAt ?? 0);
}

/** Of the shops that could be chosen: a statement of its own, only if the policy compares by it (D19). */
async function readLoads(
  tx: Sql,
  { offered, policy }: ArrivalFacts,
  accepted: readonly AcceptedArrival[],
): Promise<ShopLoads> {
  if (!usesLoad(policy.criteria)) return ShopLoads.none();
  const shopIds = [...offered.values()].flatMap((variants) => variants.map(({ shopId }) => shopId));
  return ShopLoads.read(tx, [...new Set(shopIds)], accepted[0]?.decidedAt ?? 0);
}

/** Of selling shops and of shops that could have been chosen: each once, unless two of a shop's were used. */
function sheetsOf({ sheets }: RoutedArrivals, accepted: readonly AcceptedArrival[]): SheetDecidedOn[] {
  const selling = accepted.map(({ shopId, seller: { revision } }) => ({ shopId, revision }));
  const once = new Map<number, SheetDecidedOn>();
  const others: SheetDecidedOn[] = [];
  for (const sheet of [...selling, ...sheets]) {
    const known = once.get(sheet.shopId);
    if (known === undefined) once.set(sheet.shopId, sheet);
    else if (known.revision !== sheet.revision) others.push(sheet);
  }
  return [...once.values(), ...others];
}

/** Shops whose slots were taken: the engine finds what is planned for them. */
function shopsToCall({ orders }: RoutedArrivals): Set<number> {
  const placements = orders.flatMap(({ routing }) => routing?.placements ?? []);
  return new Set(placements.filter(({ claim }) => claim === null).map(({ shop }) => shop.id));
}

function commandsOf({ orders, locked }: RoutedArrivals): OutboxCommand[] {
  return [...orders.flatMap(commandsOfOrder), ...recalculations(orders, locked)];
}

/**
 * Each article once, with the pieces that all orders took of it (D16), except those whose pieces are already counted.
 */
function recalculations(orders: readonly SavedArrival[], locked: RoutedArrivals['locked']): OutboxCommand[] {
  const articles = new Map(locked.map((variant) => [variantKeyText(variant), variant]));
  const falls = new Map<string, { gtin: string; fallen: number; correlation: string }>();
  for (const { key, quantity, correlation } of orders.flatMap(piecesTaken)) {
    const { gtin = null, noted = true } = articles.get(key) ?? {};
    if (gtin === null || noted) continue;
    const fallen = (falls.get(gtin)?.fallen ?? 0) + quantity;
    falls.set(gtin, { gtin, fallen, correlation });
  }
  return [...falls.values()].map(({ gtin, fallen, correlation }) =>
    outboxCommand(COMMANDS.recalculateArticle, { payload: { gtin, fallen }, correlation }),
  );
}

function piecesTaken({ routing, correlation }: SavedArrival) {
  return (routing?.placements ?? []).flatMap(({ shop, lines }) =>
    lines.map(({ variantId, quantity }) => ({
      key: variantKeyText({ shopId: shop.id, variantId }),
      quantity,
      correlation,
    })),
  );
}

/** A held order waits, unless a shop may have it. */
function commandsOfOrder({ id, intake, mayBePlaced, routing, correlation }: SavedArrival): OutboxCommand[] {
  if (routing || intake.networkLines.size === 0) return [];
  if (intake.heldBecause !== null && !mayBePlaced) return [];
  return [outboxCommand(COMMANDS.routeOrder, { payload: { sellerOrderId: id }, correlation })];
}

function orderIdOf(data: unknown): string | null {
  const given = typeof data === 'object' && data !== null && 'order_id' in data ? data.order_id : null;
  const read = OrderId.safeParse(given);
  return read.success ? read.data : null;
}
