import { setTimeout as wait } from 'node:timers/promises';
import { reroute, settle } from '@hub/desk/orders';
import { resumeWork } from '@hub/desk/works';
import type { Stage } from './stage';

const ACTOR = 'agent:model';
const PATIENCE_MS = 200;
type Work = Parameters<typeof resumeWork>[1]['work'];

/** What support does at its desk, whatever else goes on at that moment; the desk itself decides what may be done. */
export class Support {
  /** References of the shipping orders whose lines it gave to other shops. */
  readonly rerouted: string[] = [];

  constructor(
    private readonly stage: Stage,
    private readonly orderIds: readonly string[],
  ) {}

  private acting(role: 'agent' | 'lead') {
    return { db: this.stage.db, actor: `${role}:model`, role, now: Date.now() } as const;
  }

  /** Gives what a shop refused, or what was given up, to another shop; where there is no such, tries what may not be. */
  async reroute(pick: number): Promise<void> {
    const stuck = await patiently(async () => (await this.shippingOrders()).filter(isStuck));
    const found = among(stuck.length > 0 ? stuck : await this.shippingOrders(), pick);
    if (!found) return;
    const reference = found.externalRef;
    const end = await reroute.act(this.acting('agent'), { reference });
    if (end.kind === 'done') this.rerouted.push(reference);
  }

  /** Takes up something that was given up. */
  async resume(pick: number): Promise<void> {
    const work = among(await patiently(() => this.failedWork()), pick);
    if (work) await resumeWork(this.stage.db, { work, actor: ACTOR });
  }

  /**
   * Asks the shop about a placement whose outcome is unknown, and reports its answer to the hub.
   * @param idAtStore what the shop has under our reference; null: nothing
   */
  async settle(pick: number, idAtStore: (reference: string) => string | null): Promise<void> {
    const unknown = await patiently(async () => (await this.shippingOrders()).filter(isUnknown));
    const found = among(unknown, pick);
    if (!found) return;
    const reference = found.externalRef;
    const storeOrderId = idAtStore(reference);
    const word = storeOrderId === null ? { said: 'has_not' } : { said: 'has', store_order_id: storeOrderId };
    await settle.act(this.acting('lead'), { reference, ...word, note: 'the shop, when asked' });
  }

  /** The faults are over: what only people can settle is settled, by placing again or by the shop's answer. */
  async endWhatWaits(idAtStore: (reference: string) => string | null): Promise<void> {
    const disputed = (await this.shippingOrders()).filter(({ state }) => state === 'disputed');
    for (const [index, { id }] of disputed.entries()) {
      if (index % 2 === 0) await resumeWork(this.stage.db, { work: { kind: 'placing', id }, actor: ACTOR });
      else await this.settle(index, idAtStore);
    }
    const mine = await this.shippingOrders();
    const failed = await this.stage.db.shippingOrderStop.findMany({
      where: { state: 'failed', shippingOrderId: { in: mine.map(({ id }) => id) } },
    });
    for (const { id } of failed)
      await resumeWork(this.stage.db, { work: { kind: 'stop', id }, actor: ACTOR });
  }

  private shippingOrders() {
    return this.stage.db.shippingOrder.findMany({
      where: { order: { orderId: { in: [...this.orderIds] } } },
      orderBy: { createdAt: 'asc' },
    });
  }

  private async failedWork(): Promise<Work[]> {
    const { db } = this.stage;
    const mine = await this.shippingOrders();
    const placings = mine.filter(isStuck);
    const shippingOrderId = { in: mine.map(({ id }) => id) };
    const packages = await db.package.findMany({ where: { state: 'failed', shippingOrderId } });
    const returns = await db.return.findMany({ where: { state: 'failed', shippingOrderId } });
    const stops = await db.shippingOrderStop.findMany({ where: { state: 'failed', shippingOrderId } });
    return [
      ...placings.map(({ id }) => ({ kind: 'placing' as const, id })),
      ...packages.map(({ id }) => ({ kind: 'tracking' as const, id })),
      ...returns.map(({ id }) => ({ kind: 'return' as const, id })),
      ...stops.map(({ id }) => ({ kind: 'stop' as const, id })),
    ];
  }
}

function isStuck({ state, failedAt }: { state: string; failedAt: Date | null }): boolean {
  return state === 'refused' || failedAt !== null;
}

function isUnknown({ state }: { state: string }): boolean {
  return state === 'disputed' || state === 'sending';
}

/** Waits a moment for something to be there. */
async function patiently<T>(find: () => Promise<T[]>): Promise<T[]> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await find();
    if (found.length > 0 || performance.now() > deadline) return found;
    await wait(20);
  }
}

function among<T>(found: readonly T[], pick: number): T | undefined {
  return found[pick % Math.max(1, found.length)];
}
