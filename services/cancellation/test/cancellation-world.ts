import { randomUUID } from 'node:crypto';
import { OrderCancelled, Verdict, CancelRequest } from '@hub/contract';
import { inSqlTransaction, inTransaction, rows, type Tx } from '@hub/database';
import { COMMANDS, recordVerdicts, type EventOutcome, type EventInput, type Reply } from '@hub/messaging';
import { OrderReferences } from '@hub/orders/placements';
import type { ShopCallOutcome } from '@hub/shops';
import type { StoreCall } from '@hub/store-calls';
import { aCommand, anEventOf, ASLEEP, World } from '@hub/test-world';
import { aShop, TEST_ENCRYPTION_KEY } from '@hub/testing';
import { z } from 'zod';
import { applyMarker } from '../src/apply-marker';
import { handleOrderCancelled, onOrderCancelledReplay } from '../src/handle-order-cancelled';
import type { DueStop } from '../src/stop-claim';
import { pickDueStops } from '../src/stop-records';
import { handleShippingOrderStop, stopWrite, takeStop } from '../src/stop-write';
import { confirms, type StoreScript } from './store-scripts';

const VerdictRow = z.object({
  status: z.int().nullable(),
  outcome: z.string().nullable(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  field: z.string().nullable(),
});

export interface SentCancellation {
  shopId: number;
  orderId: string;
  eventId?: string;
  reason?: string;
  cancelledAt?: string;
  /** When the ingress received it; now, unless given. */
  receivedAt?: number;
  /** Null: no delivery waits. */
  replyTo?: string | null;
  /** Names the delivery; unique for each. */
  correlation?: string;
}

/** The answer to a delivery: a verdict, or nothing yet. */
export type Answered = Verdict | 'pending' | 'unsettled';

export const WAITS_MS = [60_000, 300_000, 900_000, 3_600_000];
const LEASE_MS = 120_000;
const ROUNDS = 10;
const references = new OrderReferences(TEST_ENCRYPTION_KEY);
const START = Date.parse('2026-11-21T10:00:00.000Z');

/** The service's handlers over a real database, driven step by step: stores are scripts, the clock is fixed. */
export class CancellationWorld extends World {
  now = START;
  readonly calls: { shopId: number; request: CancelRequest; attemptsMade: number | undefined }[] = [];
  readonly replies: { correlation: string; verdict: Verdict }[] = [];
  private readonly stores = new Map<number, StoreScript>();
  private readonly reply: Reply = ({ correlation }, verdict) =>
    void this.replies.push({ correlation, verdict });
  private readonly stops = stopWrite({
    calls: { send: (shopId, call, context) => this.call(shopId, call, context?.attemptsMade) },
    reply: this.reply,
    waitsMs: WAITS_MS,
  });

  /** A shop whose store stops everything it is asked to, unless scripted otherwise. */
  async shop(script: StoreScript = confirms): Promise<number> {
    const { id } = await aShop(this.db);
    this.stores.set(id, script);
    return id;
  }

  /** Replaces the script of the shop's store. */
  script(shopId: number, script: StoreScript): void {
    this.stores.set(shopId, script);
  }

  /** Delivers an event as the frame does: ledger claim, handler, verdict, one commit. `inside` runs before the commit. */
  deliver(sent: SentCancellation, inside: () => Promise<void> = async () => undefined): Promise<Answered> {
    return inTransaction(this.db, async (tx) => {
      const answered = await this.deliverIn(tx, sent);
      await inside();
      return answered;
    });
  }

  /** The same in an open transaction. */
  async deliverIn(tx: Tx, sent: SentCancellation): Promise<Answered> {
    const event = this.input(sent);
    const claimed = await tx.$executeRaw`
      INSERT INTO event_ledger (shop_id, event_id, event, body_sha256)
      VALUES (${event.shopId}, ${event.eventId}, 'order.cancelled', '') ON CONFLICT DO NOTHING`;
    return claimed > 0 ? this.first(tx, event) : this.again(tx, event);
  }

  private async first(tx: Tx, event: EventInput<OrderCancelled>): Promise<Answered> {
    const end = await handleOrderCancelled(tx, event, { references });
    if (isRecorded(end)) await record(tx, event, end);
    else await tx.eventLedger.deleteMany({ where: { shopId: event.shopId, eventId: event.eventId } });
    return answeredBy(end);
  }

  private async again(tx: Tx, event: EventInput<OrderCancelled>): Promise<Answered> {
    const recorded = await readVerdict(tx, event);
    const end = await onOrderCancelledReplay(tx, event, { recorded, references });
    if (end?.kind === 'decided') await record(tx, event, end);
    if (end) return answeredBy(end);
    return recorded ?? 'pending';
  }

  private input(sent: SentCancellation): EventInput<OrderCancelled> {
    const { shopId, orderId, eventId = randomUUID(), reason, cancelledAt, replyTo = 'the ingress' } = sent;
    const { correlation = `delivery ${randomUUID()}`, receivedAt = this.now } = sent;
    const data = { order_id: orderId, reason, cancelled_at: cancelledAt };
    const { now } = this;
    return anEventOf(OrderCancelled, { shopId, data }, { eventId, correlation, replyTo, receivedAt, now });
  }

  /**
   * Sends every due stop to its store, together, and those that follow.
   * @param lost.but the stop that no process looks at
   * @returns the commands for other services
   */
  async runStops(lost?: { but: string }): Promise<{ type: string; payload: unknown }[]> {
    const others: { type: string; payload: unknown }[] = [];
    // A held stop stays due: a process skips its shop for a moment.
    for (let round = 1; round <= ROUNDS; round += 1) {
      await this.applyMarkers();
      for (const { type, payload } of await this.takeCommands()) {
        if (type !== COMMANDS.stopShippingOrder.type) others.push({ type, payload });
        else if (stopIdOf(payload) !== lost?.but) await this.makeDue(payload);
      }
      const due = (await this.pickDue()).filter(({ id }) => id !== lost?.but);
      if (due.length === 0) return others;
      await together(due.map((stop) => this.bringStop(stop)));
    }
    return others;
  }

  /** Carries out the commands of markers. */
  async applyMarkers(): Promise<void> {
    const commands = await this.takeCommands(COMMANDS.cannotShip.type);
    for (const { payload, correlation } of commands) {
      const command = aCommand(COMMANDS.cannotShip.payload.parse(payload), { correlation, now: this.now });
      await inTransaction(this.db, (tx) => applyMarker(tx, command));
    }
  }

  /** `shipping-order.stop`, as support's replay or another service sends it, and what follows. */
  async runStop({ payload }: { payload: unknown }): Promise<void> {
    await this.makeDue(payload);
    for (const stop of await this.pickDue()) if (stop.id === stopIdOf(payload)) await this.bringStop(stop);
  }

  /** @returns how many stops are due */
  due(): Promise<number> {
    return this.db.shippingOrderStop.count({
      where: { state: { in: ['settling', 'due', 'sending'] }, nextAttemptAt: { lte: new Date(this.now) } },
    });
  }

  private async makeDue(payload: unknown): Promise<void> {
    const command = aCommand({ stopId: stopIdOf(payload) }, { now: this.now });
    await inTransaction(this.db, (tx) => handleShippingOrderStop(ASLEEP)(tx, command));
  }

  private async pickDue(): Promise<DueStop[]> {
    const shops = await this.db.shop.findMany({ select: { id: true } });
    const slots = shops.map(({ id }) => ({ shopId: id, fresh: 50, failing: 50 }));
    return inSqlTransaction(this.db, (tx) => pickDueStops(tx, slots, this.now));
  }

  /** Decides the stop under its locks, makes the call if needed, records the end. */
  private async bringStop(stop: DueStop): Promise<void> {
    const work = this.work(this.now);
    const write = await takeStop(work, stop, { leaseMs: LEASE_MS, reply: this.reply });
    if (!write) return;
    const outcome = await this.stops.call(write);
    await this.stops.record(work, [{ write, outcome }]);
  }

  private async call<T>(
    shopId: number,
    call: StoreCall<T>,
    attemptsMade?: number,
  ): Promise<ShopCallOutcome<T>> {
    const request = CancelRequest.parse(call.body);
    this.calls.push({ shopId, request, attemptsMade });
    const answer = await (this.stores.get(shopId) ?? confirms)(request);
    if (answer.kind !== 'confirmed') return answer;
    const read = call.readReceipt(answer.receipt);
    if (!read.ok) throw new Error('the script answers with another receipt');
    return { ...answer, receipt: read.receipt };
  }
}

/** Waits for all, then fails as the first of them did. */
async function together(all: Promise<void>[]): Promise<void> {
  await Promise.allSettled(all);
  await Promise.all(all);
}

function stopIdOf(payload: unknown): string {
  return COMMANDS.stopShippingOrder.payload.parse(payload).stopId;
}

function isRecorded(end: EventOutcome): boolean {
  return end.kind === 'pending' || (end.kind === 'decided' && end.record !== false);
}

async function record(tx: Tx, event: EventInput<OrderCancelled>, end: EventOutcome): Promise<void> {
  const { shopId, eventId, data } = event;
  const verdict = end.kind === 'decided' ? end.verdict : null;
  await recordVerdicts(tx, [{ key: { shopId, eventId }, subject: data.order_id, verdict }]);
}

function answeredBy(end: EventOutcome): Answered {
  return end.kind === 'decided' ? end.verdict : end.kind;
}

async function readVerdict(tx: Tx, event: { shopId: number; eventId: string }): Promise<Verdict | null> {
  const [row] = await rows(
    VerdictRow,
    tx.$queryRaw`
    SELECT status, outcome, code, message, field FROM event_ledger
    WHERE shop_id = ${event.shopId} AND event_id = ${event.eventId} FOR UPDATE`,
  );
  if (!row) throw new Error('the event was never claimed');
  const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return row.status === null ? null : Verdict.parse(known);
}
