import { sign } from '@hub/contract';
import { anEnvelope, anInventoryUpdate } from '@hub/testing';
import { setTimeout as wait } from 'node:timers/promises';
import { CUSTOMER, eventsUrlOf, type TestShops } from '../test/support/shops';

/** One sale for this many stock events. */
const SALE_EVERY = 20;

/** Answers by what was asked and status; 0: none came. */
export type Answers = Record<string, number>;

/** Events of the shops at a steady rate, and views of the desk, until it is stopped. */
export class Trader {
  readonly answers: Answers = {};
  /** Ids of the stock events that were accepted. */
  readonly accepted: string[] = [];
  sales = 0;
  private stopped = false;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly given: {
      shops: TestShops;
      eventsPort: number;
      /** Where there is one. */
      deskPort?: number;
      eventsPerSecond: number;
    },
  ) {}

  async run(): Promise<void> {
    for (let count = 0; !this.stopped; count += 1) {
      this.ask('event', () => this.stockEvent(count));
      if (count % SALE_EVERY === 0) this.sell();
      const { deskPort, eventsPerSecond } = this.given;
      if (deskPort !== undefined && count % eventsPerSecond === 0)
        this.ask('desk', () => lookAtDesk(deskPort));
      await wait(1_000 / eventsPerSecond);
    }
    await Promise.all(this.underWay);
  }

  stop(): void {
    this.stopped = true;
  }

  private ask(what: string, send: () => Promise<number>): void {
    const work = send()
      .catch(() => 0)
      .then((status) => {
        const key = `${what} ${status}`;
        this.answers[key] = (this.answers[key] ?? 0) + 1;
      })
      .finally(() => this.underWay.delete(work));
    this.underWay.add(work);
  }

  private async stockEvent(count: number): Promise<number> {
    const { shops, eventsPort } = this.given;
    const shop = count % 2 === 0 ? shops.near : shops.far;
    const data = anInventoryUpdate({ variant_id: shop.variantId, quantity: 1_000 + (count % 50) });
    const envelope = anEnvelope('inventory.updated', data);
    const body = JSON.stringify(envelope);
    const headers = { 'X-HUB-Signature': sign(shop.signingSecret, body) };
    const response = await fetch(eventsUrlOf(shop.slug, eventsPort), { method: 'POST', body, headers });
    await response.arrayBuffer();
    if (response.status === 200) this.accepted.push(envelope.event_id);
    return response.status;
  }

  /** The store sends it as stores do. */
  private sell(): void {
    const { selling } = this.given.shops;
    this.sales += 1;
    const lines = [{ variantId: selling.variantId, quantity: 1, network: true, unitPrice: 100 }];
    this.ask('sale', async () => {
      const { delivery } = selling.store.sell({ lines, address: CUSTOMER });
      const { attempts } = await delivery.done;
      // The first answer counts: that the store sends again is what a deploy must not cost.
      return attempts[0]?.answer?.status ?? 0;
    });
  }
}

async function lookAtDesk(port: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/sign-in`);
  await response.arrayBuffer();
  return response.status;
}
