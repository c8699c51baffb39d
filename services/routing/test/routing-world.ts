import { Writable } from 'node:stream';
import { OrderCreated, readEventData, type Verdict } from '@hub/contract';
import { inSqlTransaction, inTransaction, type Database, type Tx } from '@hub/database';
import type { CallingContext, CommandInput, EventOutcome, EventInput } from '@hub/messaging';
import { createLogger, type Logger } from '@hub/runtime';
import { aCommand, anEventOf, ASLEEP, World } from '@hub/test-world';
import { atStatement, TEST_ENCRYPTION_KEY, type OrderData } from '@hub/testing';
import { createShopDirectory } from '@hub/shops';
import { findExistingOrders, orderIntake, skipOwnOrders } from '../src/intake/handle-order-created';
import { handleOrderRoute } from '../src/routing/handle-order-route';
import { handleServeWaiting } from '../src/routing/handle-serve-waiting';
import { References } from '../src/routing/references';

export const RELAY_DOMAIN = 'relay.hub.example';

const routingSettings = {
  references: new References(TEST_ENCRYPTION_KEY, RELAY_DOMAIN),
  // The deciding process makes no calls: what it plans is due.
  placing: ASLEEP,
};

/** No sheet in memory: each is read. */
const NO_CACHED_SHEETS = { byId: () => null };

/** The worker's handlers on their own database, without a broker. */
export class RoutingWorld extends World {
  readonly logged: string[] = [];
  override readonly logger: Logger = createLogger({
    service: 'routing',
    level: 'info',
    stream: new Writable({
      write: (line, _, done) => {
        this.logged.push(String(line));
        done();
      },
    }),
  });

  /** Removes all shops with everything they own, and undoes a test's changes to Sweden's VAT. */
  async empty(): Promise<void> {
    await this.db.$executeRaw`
      TRUNCATE shop, product, variant, stock_level, reservation, seller_order, routing_decision, cancellation, cancellation_marker,
        shipping_order_stop, alert, outbox, store_call CASCADE`;
    await this.db.$executeRaw`DELETE FROM vat_rate WHERE country = 'SE'`;
    await this.db.$executeRaw`INSERT INTO vat_rate (country, applies_from, rate) VALUES ('SE', 0, 0.25)`;
    this.logged.length = 0;
  }

  /** What the frame does with an `order.created` handled alone, except for its ledger: `order.route` routes it. */
  async receive(
    shopId: number,
    order: OrderData | object,
    now = Date.now(),
    receivedAt = now,
  ): Promise<Verdict> {
    return this.receiveIn(this.context(), { shopId, order, now, receivedAt });
  }

  /** The same, in the caller's transactions. */
  async receiveIn(
    { transact }: Pick<CallingContext, 'transact'>,
    {
      shopId,
      order,
      now = Date.now(),
      receivedAt = now,
    }: { shopId: number; order: OrderData | object; now?: number; receivedAt?: number },
  ): Promise<Verdict> {
    const { logger } = this;
    const intake = orderIntake({ ...routingSettings, sheets: NO_CACHED_SHEETS, logger });
    return transact(async (tx) => {
      const event = readOrder({ shopId, order, now, receivedAt });
      if (event.kind === 'answered')
        return (await findExistingOrders(tx, [{ shopId, data: order }]))[0] ?? event.verdict;
      return verdictOf(await intake.handleOne(tx, event.input));
    });
  }

  /**
   * What the frame does with orders that arrive together, except for their ledger. `meanwhile`: runs once the sheets
   * are in memory. `decided`: runs once shops are chosen, before they are locked, and the sheets are then read again.
   */
  async receiveTogether(
    orders: readonly { shopId: number; order: OrderData }[],
    given: {
      db?: Database;
      tx?: Tx;
      now?: number;
      meanwhile?: () => Promise<unknown>;
      decided?: () => Promise<unknown>;
    } = {},
  ): Promise<Verdict[]> {
    const { logger } = this;
    const { db = this.db, tx: own, now = Date.now(), decided } = given;
    const sheets = createShopDirectory({ db: this.db, encryptionKey: TEST_ENCRYPTION_KEY, logger });
    await sheets.refresh();
    await given.meanwhile?.();
    const intake = orderIntake({ ...routingSettings, sheets, logger });
    const events = orders.flatMap(({ shopId, order }) => {
      const event = readOrder({ shopId, order, now });
      return event.kind === 'answered' ? [] : event.input;
    });
    if (decided) {
      const happens = async () => {
        await decided();
        await sheets.refresh();
      };
      const ends = await inTransaction(db, (tx) =>
        intake.handleAll(atStatement(tx, /FOR UPDATE OF v/, happens), events),
      );
      return ends.map(verdictOf);
    }
    const ends = own
      ? await intake.handleAll(own, events)
      : await inSqlTransaction(db, (tx) => intake.handleAll(tx, events));
    return ends.map(verdictOf);
  }

  /** Accepts an order and returns its id. */
  async accept(shopId: number, order: OrderData): Promise<string> {
    const verdict = await this.receive(shopId, order);
    if (verdict.status !== 200) throw new Error(verdict.message);
    return (await this.order(order.order_id)).id;
  }

  async route(sellerOrderId: string, db: Database = this.db, now = Date.now()) {
    return this.routeIn(this.context(db), sellerOrderId, now);
  }

  routeIn(context: CallingContext, sellerOrderId: string, now = Date.now()) {
    return handleOrderRoute(routingSettings).handle(context, { ...this.input({ sellerOrderId }), now });
  }

  /** Runs something before the first statement that contains a text. */
  async routeWhile(sellerOrderId: string, text: RegExp, happens: () => Promise<void>) {
    const { db } = this;
    const transact: CallingContext['transact'] = (work) =>
      inTransaction(db, (tx) => work(atStatement(tx, text, happens)));
    const routing = handleOrderRoute(routingSettings);
    return routing.handle({ ...this.context(), transact }, this.input({ sellerOrderId }));
  }

  async serveWaiting(gtin: string) {
    return handleServeWaiting(routingSettings).handle(this.context(), this.input({ gtin }));
  }

  input<T>(payload: T): CommandInput<T> {
    return aCommand(payload, { correlation: 'C-1', logger: this.logger });
  }

  async order(orderId: string) {
    return this.db.sellerOrder.findFirstOrThrow({
      where: { orderId },
      include: {
        lines: { orderBy: { position: 'asc' } },
        decisions: true,
        shippingOrders: { include: { lines: true } },
      },
    });
  }

  async commandTypes(): Promise<string[]> {
    return (await this.commands()).map(({ type }) => type);
  }

  /** Open alerts, as `kind subject`. */
  async alerts(): Promise<string[]> {
    const alerts = await this.db.alert.findMany({ where: { state: 'open' }, orderBy: { firstAt: 'asc' } });
    return alerts.map(({ kind, subject }) => `${kind} ${subject}`);
  }

  /** Invariants of stock that no run may break (D16, D17). */
  async stockFaults(): Promise<unknown> {
    return this.db.$queryRaw`
      SELECT v.shop_id, v.variant_id, v.on_hand, v.committed, coalesce(r.pieces, 0) AS reserved
      FROM variant v
      LEFT JOIN (
        SELECT shop_id, variant_id, sum(remaining) AS pieces FROM reservation GROUP BY shop_id, variant_id
      ) r ON r.shop_id = v.shop_id AND r.variant_id = v.variant_id
      WHERE v.committed > v.on_hand OR v.committed <> coalesce(r.pieces, 0)`;
  }
}

type ReadOrder = { kind: 'answered'; verdict: Verdict } | { kind: 'valid'; input: EventInput<OrderCreated> };

function readOrder(given: { shopId: number; order: object; now: number; receivedAt?: number }): ReadOrder {
  const { shopId, order, now, receivedAt = now } = given;
  const skipped = skipOwnOrders(order);
  if (skipped) return { kind: 'answered', verdict: skipped };
  const read = readEventData(OrderCreated, order);
  if (!read.ok) return { kind: 'answered', verdict: read.refusal };
  const input = anEventOf(OrderCreated, { shopId, data: order }, { correlation: 'C-1', now, receivedAt });
  return { kind: 'valid', input };
}

function verdictOf(end: EventOutcome): Verdict {
  if (end.kind !== 'decided') throw new Error('undecided');
  return end.verdict;
}
