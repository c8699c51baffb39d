import { randomUUID } from 'node:crypto';
import { instantFromMs, OrderCancelled, readEventData, Verdict, type CancelRequest } from '@hub/contract';
import { inTransaction, type Database, type Tx } from '@hub/database';
import { COMMANDS, recordVerdicts, type EventEnd, type EventInput, type Settlement } from '@hub/messaging';
import { createLogger } from '@hub/runtime';
import { aShop, createTestDatabase, type TestDatabase } from '@hub/testing';
import { applyMarker } from '../src/apply-marker';
import { handleOrderCancelled, resumeOrderCancelled } from '../src/handle-order-cancelled';
import { dueStopsPass } from '../src/due-stops-pass';
import { shippingOrderStopping } from '../src/stop-shipping-order';
import { confirms, type StoreAnswer, type StoreScript } from './store-scripts';

export interface SentCancellation {
  shopId: number;
  orderId: string;
  eventId?: string;
  reason?: string;
  cancelledAt?: string;
  /** Null: nobody waits. */
  replyTo?: string | null;
  /** Names the delivery; each has one of its own. */
  correlation?: string;
}

/** What a delivery was answered: a verdict, or nothing yet. */
export type Answered = Verdict | 'pending' | 'unsettled';

interface QueuedCommand {
  id: bigint;
  type: string;
  payload: unknown;
  correlation: string;
}

const logger = createLogger({ service: 'test', level: 'error' });
export const PASSES_MS = [60_000, 300_000, 900_000, 3_600_000];
const LEASE_MS = 120_000;
const START = Date.parse('2026-11-21T10:00:00.000Z');

/** The service's handlers over a real database, driven step by step: stores are scripts, the clock stands still. */
export class CancellationWorld {
  now = START;
  readonly calls: { shopId: number; request: CancelRequest; attemptsMade: number | undefined }[] = [];
  readonly replies: { correlation: string; verdict: Verdict }[] = [];
  private readonly stores = new Map<number, StoreScript>();
  private readonly stopping = shippingOrderStopping({
    calls: { cancelOrder: (shopId, request, context) => this.call(shopId, request, context?.attemptsMade) },
    clock: { now: () => this.now },
    reply: ({ correlation }, verdict) => void this.replies.push({ correlation, verdict }),
    passesMs: PASSES_MS,
    leaseMs: LEASE_MS,
  });

  private constructor(private readonly database: TestDatabase) {}

  static async open(): Promise<CancellationWorld> {
    return new CancellationWorld(await createTestDatabase());
  }

  get db(): Database {
    return this.database.db;
  }

  close(): Promise<void> {
    return this.database.drop();
  }

  /** A shop whose store stops everything that it is asked to, unless told otherwise. */
  async shop(script: StoreScript = confirms): Promise<number> {
    const { id } = await aShop(this.db);
    this.stores.set(id, script);
    return id;
  }

  /** From now on the shop's store behaves otherwise. */
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

  /** The same in a transaction that has begun before. */
  async deliverIn(tx: Tx, sent: SentCancellation): Promise<Answered> {
    const event = this.input(sent);
    const claimed = await tx.$executeRaw`
      INSERT INTO event_ledger (shop_id, event_id, event, body_sha256)
      VALUES (${event.shopId}, ${event.eventId}, 'order.cancelled', '') ON CONFLICT DO NOTHING`;
    return claimed > 0 ? this.first(tx, event) : this.again(tx, event);
  }

  private async first(tx: Tx, event: EventInput<OrderCancelled>): Promise<Answered> {
    const end = await handleOrderCancelled(tx, event);
    if (isRecorded(end)) await record(tx, event, end);
    else await tx.eventLedger.deleteMany({ where: { shopId: event.shopId, eventId: event.eventId } });
    return answeredBy(end);
  }

  private async again(tx: Tx, event: EventInput<OrderCancelled>): Promise<Answered> {
    const recorded = await readVerdict(tx, event);
    const end = await resumeOrderCancelled(tx, event, recorded);
    if (end?.kind === 'decided') await record(tx, event, end);
    if (end) return answeredBy(end);
    return recorded ?? 'pending';
  }

  private input(sent: SentCancellation): EventInput<OrderCancelled> {
    const { shopId, orderId, eventId = randomUUID(), reason, cancelledAt, replyTo = 'the ingress' } = sent;
    const { correlation = `delivery ${randomUUID()}` } = sent;
    const read = readEventData(OrderCancelled, { order_id: orderId, reason, cancelled_at: cancelledAt });
    if (!read.ok) throw new Error(read.refusal.message);
    return {
      shopId,
      eventId,
      occurredAt: instantFromMs(this.now),
      data: read.data,
      correlation,
      replyTo,
      receivedAt: this.now,
      now: this.now,
    };
  }

  /** What is in the outbox, taken out of it. */
  takeCommands(): Promise<QueuedCommand[]> {
    return this.db.$queryRaw<QueuedCommand[]>`
      WITH taken AS (DELETE FROM outbox RETURNING id, type, payload, correlation) SELECT * FROM taken ORDER BY id`;
  }

  /**
   * Carries out every stop command, together, and those they lead to; @returns the commands for other services
   * @param lost.but the stop whose commands are lost
   */
  async runStops(lost?: { but: string }): Promise<{ type: string; payload: unknown }[]> {
    const others: { type: string; payload: unknown }[] = [];
    for (;;) {
      await this.applyMarkers();
      const commands = await this.takeCommands();
      const stops = commands.filter(({ type }) => type === COMMANDS.stopShippingOrder.type);
      others.push(
        ...commands
          .filter((command) => !stops.includes(command))
          .map(({ type, payload }) => ({ type, payload })),
      );
      if (stops.length === 0) return others;
      const kept = stops.filter(
        ({ payload }) => COMMANDS.stopShippingOrder.payload.parse(payload).stopId !== lost?.but,
      );
      await Promise.all(kept.map((command) => this.runStop(command)));
    }
  }

  /** Carries out what markers have led to. */
  async applyMarkers(): Promise<void> {
    const commands = await this.db.$queryRaw<QueuedCommand[]>`
      DELETE FROM outbox WHERE type = ${COMMANDS.cannotShip.type} RETURNING id, type, payload, correlation`;
    for (const { payload, correlation } of commands)
      await inTransaction(this.db, (tx) =>
        applyMarker(tx, {
          payload: COMMANDS.cannotShip.payload.parse(payload),
          messageId: randomUUID(),
          correlation,
          callAttempts: 0,
          now: this.now,
          logger,
        }),
      );
  }

  runStop(command: { payload: unknown; correlation?: string; callAttempts?: number }): Promise<Settlement> {
    const { payload, correlation = 'test', callAttempts = 0 } = command;
    return this.stopping.handle(
      { db: this.db, transact: (work) => inTransaction(this.db, work) },
      {
        payload: COMMANDS.stopShippingOrder.payload.parse(payload),
        messageId: randomUUID(),
        correlation,
        callAttempts,
        now: this.now,
        logger,
      },
    );
  }

  /** The background pass. @returns how many stops it nudged */
  pass(): Promise<number> {
    const pass = dueStopsPass(1_000);
    return inTransaction(this.db, (tx) => pass.run(tx, this.now));
  }

  private async call(shopId: number, request: CancelRequest, attemptsMade?: number): Promise<StoreAnswer> {
    this.calls.push({ shopId, request, attemptsMade });
    return (this.stores.get(shopId) ?? confirms)(request);
  }
}

function isRecorded(end: EventEnd): boolean {
  return end.kind === 'pending' || (end.kind === 'decided' && end.record !== false);
}

async function record(tx: Tx, event: EventInput<OrderCancelled>, end: EventEnd): Promise<void> {
  const { shopId, eventId, data } = event;
  const verdict = end.kind === 'decided' ? end.verdict : null;
  await recordVerdicts(tx, [{ key: { shopId, eventId }, subject: data.order_id, verdict }]);
}

function answeredBy(end: EventEnd): Answered {
  return end.kind === 'decided' ? end.verdict : end.kind;
}

async function readVerdict(tx: Tx, event: { shopId: number; eventId: string }): Promise<Verdict | null> {
  const [row] = await tx.$queryRaw<{ status: number | null }[]>`
    SELECT status, outcome, code, message, field FROM event_ledger
    WHERE shop_id = ${event.shopId} AND event_id = ${event.eventId} FOR UPDATE`;
  if (!row) throw new Error('the event was never claimed');
  const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return row.status === null ? null : Verdict.parse(known);
}
