import { inTransaction } from '@hub/database';
import { claimMail, makeDueMails, recordMail } from '@hub/desk/mails';
import { closeLine, promiseShipping, takeBack } from '@hub/desk/orders';
import { listAtRisk } from '@hub/desk/problems';
import { pauseShop } from '@hub/desk/shops';
import type { Acting } from '@hub/desk/engine';
import { aPackage, anEnvelope, anOrder, anOrderLine, Chance } from '@hub/testing';
import { listWaitingOrders } from '@hub/desk/door';
import { PacedHub } from '../life/paced-hub';
import { LateStores } from './late-stores';
import { openShops, type LateShop } from './late-shops';
import { Passing } from './pass-time';
import { DAY_MS, dueOf, HOUR_MS, Placements, type Placement } from './placements';

const STEP_H = 6;
/** Sales are spread over ten days. */
const SELLING_STEPS = 40;
const MOST_STEPS = 400;
/** A lead takes an order back once it has been late so long, and closes a line that waits so long. */
const PATIENCE_MS = DAY_MS;
const PAUSE_MS = 36 * HOUR_MS;
/** A simulated pause begins every so many steps. */
const PAUSES_EVERY = 20;

/** A network of shops that ship late, name days, pause and come back. Its people act every six hours of simulated time. */
export class LateNetwork {
  readonly faults: string[] = [];
  readonly counts = { late: 0, promised: 0, takenBack: 0, closed: 0, mails: 0 };
  private readonly placements: Placements;
  private readonly pausedUntil = new Map<number, number>();
  private readonly mailedAt = new Map<string, number>();
  private readonly waitsSince = new Map<string, number>();
  private step = 0;

  private constructor(
    private readonly hub: PacedHub,
    private readonly given: { orders: number; chance: Chance; stores: LateStores; passing: Passing },
    private readonly network: { seller: LateShop; shops: readonly LateShop[]; variants: readonly string[] },
  ) {
    this.placements = new Placements(hub.db, network.shops, given.chance);
  }

  static async open({ orders, seed }: { orders: number; seed: number }): Promise<LateNetwork> {
    const hub = await PacedHub.open();
    const stores = await LateStores.open();
    const network = await openShops(hub.db, stores);
    await hub.refreshSheets();
    const passing = await Passing.of(hub.db);
    return new LateNetwork(hub, { orders, chance: new Chance(seed), stores, passing }, network);
  }

  async close(): Promise<void> {
    await this.hub.close();
    this.given.stores.close();
  }

  /** Until every order has ended. */
  async play(): Promise<void> {
    for (; this.step < MOST_STEPS; this.step += 1) {
      // What was given to a shop before its pause goes on.
      if (this.step % PAUSES_EVERY === 0) await this.pause();
      if (this.step < SELLING_STEPS) await this.sell();
      await this.rest();
      await this.look();
      if (this.step >= SELLING_STEPS && (await this.openLines()).length === 0) return;
      await this.shopsAct();
      await this.leadActs();
      await this.rest();
      await this.findPlaced();
      await this.given.passing.hours(STEP_H);
    }
    this.faults.push(`orders are open after ${MOST_STEPS} steps`);
  }

  /** Lines that are neither shipped nor closed. */
  async openLines(): Promise<string[]> {
    const open = await this.hub.db.orderLine.findMany({
      where: { state: { notIn: ['shipped', 'unfulfillable'] } },
      select: { lineItemId: true, state: true },
    });
    return open.map(({ lineItemId, state }) => `${lineItemId} is ${state}`);
  }

  /** Lines of which two shops have sent a package. */
  async linesShippedTwice(): Promise<string[]> {
    const shipped = this.placements.all.filter(({ state }) => state === 'shipped').map(({ line }) => line);
    return shipped.filter((line, index) => shipped.indexOf(line) !== index);
  }

  /** Milliseconds of simulated time since the beginning. */
  private get time(): number {
    return this.step * STEP_H * HOUR_MS;
  }

  private acting(role: Acting['role'], shop?: LateShop): Acting {
    const actor = shop ? `shop:${shop.slug}` : `${role}:ada`;
    return { db: this.hub.db, actor, role, now: Date.now(), ...(shop && { shop }) };
  }

  private async sell(): Promise<void> {
    const { seller, variants } = this.network;
    const share = (step: number) => Math.floor((this.given.orders * step) / SELLING_STEPS);
    for (let sold = share(this.step); sold < share(this.step + 1); sold += 1) {
      const line = anOrderLine({
        line_item_id: `L-${sold}`,
        variant_id: this.given.chance.pick(variants),
        fulfillment_location_id: seller.hubNetworkLocationId,
      });
      await this.receive(seller, anEnvelope('order.created', anOrder({ line_items: [line] })));
    }
  }

  private async receive({ slug, signingSecret: secret }: LateShop, event: object): Promise<void> {
    const answer = await this.hub.receive({ slug, secret, body: Buffer.from(JSON.stringify(event)) });
    const verdict = answer.verdict();
    if (verdict?.status !== 200) this.faults.push(`an event of ${slug} got ${JSON.stringify(verdict)}`);
  }

  /** Everything that the hub does by itself. */
  private async rest(): Promise<void> {
    for (let before = -1, now = 0; now !== before; before = now, now = this.given.stores.calls)
      await this.hub.workOff(this.given.chance);
  }

  private async pause(): Promise<void> {
    for (const shop of this.network.shops.filter(({ habit }) => habit === 'pausing')) {
      const until = new Date(Date.now() + PAUSE_MS).toISOString();
      const end = await pauseShop.act(this.acting('shop', shop), { until, reason: 'closed' });
      if (end.kind !== 'done') this.faults.push(`${shop.slug} cannot pause: ${end.says}`);
      this.pausedUntil.set(shop.id, this.time + PAUSE_MS);
    }
    await this.hub.refreshSheets();
  }

  private async findPlaced(): Promise<void> {
    for (const { shop, reference } of await this.placements.findNew(this.time))
      if ((this.pausedUntil.get(shop.id) ?? 0) > this.time)
        this.faults.push(`${shop.slug} got ${reference} while it was paused`);
  }

  /** Whether everyone sees what is late. */
  private async look(): Promise<void> {
    await this.findPlaced();
    const late = this.placements.open.filter((one) => dueOf(one) < this.time + 1);
    const found = await listAtRisk(this.hub.db, {
      now: Date.now(),
      situations: ['not_shipped'],
      limit: 100_000,
    });
    this.compare('at the desk', late, new Set(found.map(({ reference }) => reference ?? '')));
    this.counts.late += late.length;
    await this.lookAtDoor();
    await this.sendMails();
  }

  /** A shop sees at its door what it is to ship, late or not. */
  private async lookAtDoor(): Promise<void> {
    const { shops } = this.network;
    const shop = this.given.chance.pick(shops);
    const seen = new Set<string>();
    for (let after: string | undefined, ends = false; !ends;) {
      const { orders, next } = await listWaitingOrders(this.hub.db, { shopId: shop.id, after });
      for (const { external_ref: reference } of orders) seen.add(reference);
      [after, ends] = [next ?? undefined, next === null];
    }
    const open = this.placements.open.filter((one) => one.shop.id === shop.id);
    this.compare(`at the door of ${shop.slug}`, open, seen);
  }

  private compare(where: string, expected: readonly Placement[], seen: ReadonlySet<string>): void {
    const known = new Set(expected.map(({ reference }) => reference));
    for (const reference of known)
      if (!seen.has(reference)) this.faults.push(`${reference} is not seen ${where} at step ${this.step}`);
    for (const reference of seen)
      if (!known.has(reference)) this.faults.push(`${reference} is seen ${where} at step ${this.step}`);
  }

  private async sendMails(): Promise<void> {
    const { db } = this.hub;
    await inTransaction(db, (tx) => makeDueMails(tx, Date.now()));
    for (;;) {
      const mail = await inTransaction(db, (tx) => claimMail(tx));
      if (!mail) return;
      await inTransaction(db, (tx) => recordMail(tx, mail, { kind: 'sent' }));
      const key = `${mail.cause} to ${mail.shopName}`;
      if (this.time - (this.mailedAt.get(key) ?? -DAY_MS) < DAY_MS)
        this.faults.push(`a second mail of ${key} within a day`);
      this.mailedAt.set(key, this.time);
      this.counts.mails += 1;
    }
  }

  private async shopsAct(): Promise<void> {
    for (const one of this.placements.open) {
      if (one.shipsAt !== null && one.shipsAt <= this.time) await this.ship(one);
      else if (dueOf(one) < this.time && one.keepsNaming > 0) await this.nameDay(one);
    }
  }

  private async ship(one: Placement): Promise<void> {
    const { shop, reference, storeOrderId, orderLine } = one;
    const data = aPackage({
      order_id: storeOrderId,
      external_ref: reference,
      line_items: [{ external_ref: orderLine, quantity: 1 }],
    });
    await this.receive(shop, anEnvelope('fulfillment.shipped', data));
    one.state = 'shipped';
  }

  /** It says at its door that it ships by the end of the day after next. */
  private async nameDay(one: Placement): Promise<void> {
    const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
    const end = await promiseShipping.act(this.acting('shop', one.shop), { reference: one.reference, day });
    if (end.kind !== 'done') this.faults.push(`${one.reference} cannot be promised: ${end.says}`);
    const lastsMs = Date.parse(`${day}T00:00:00Z`) + DAY_MS - Date.now();
    one.namedUntil = this.time + lastsMs;
    one.keepsNaming -= 1;
    this.counts.promised += 1;
  }

  private async leadActs(): Promise<void> {
    const { chance, stores } = this.given;
    for (const one of this.placements.open) {
      if (dueOf(one) + PATIENCE_MS > this.time) continue;
      // Now and then its people have packed it at this very moment.
      if (chance.happens(0.2) && one.shipsAt === null) {
        stores.left.add(one.storeOrderId);
        one.shipsAt = this.time + STEP_H * HOUR_MS;
      }
      const lines = chance.happens(0.8) ? 'reroute' : 'close';
      const end = await takeBack.act(this.acting('lead'), { reference: one.reference, lines });
      if (end.kind !== 'done') this.faults.push(`${one.reference} is not taken back: ${end.says}`);
      if (!stores.left.has(one.storeOrderId)) one.state = 'taken_back';
      this.counts.takenBack += 1;
    }
    await this.closeForgotten();
  }

  /** Lines that no shop is left for. */
  private async closeForgotten(): Promise<void> {
    const waiting = await this.hub.db.orderLine.findMany({
      where: { state: 'waiting', waitingReason: { not: null } },
      select: { lineItemId: true, sellerOrderId: true },
    });
    for (const { lineItemId: line, sellerOrderId: order } of waiting) {
      const since = this.waitsSince.get(line) ?? this.time;
      this.waitsSince.set(line, since);
      if (this.time - since < PATIENCE_MS) continue;
      const end = await closeLine.act(this.acting('agent'), { order, line, note: 'no shop is left' });
      if (end.kind !== 'done') this.faults.push(`${line} cannot be closed: ${end.says}`);
      this.counts.closed += 1;
    }
  }
}
