import type { Database } from '@hub/database';
import type { Chance } from '@hub/testing';
import type { LateShop } from './late-shops';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** As the sheets say. */
const SHIP_WITHIN_MS = 48 * HOUR_MS;

/** An order at a shop, and what its people make of it. Times are simulated ones. */
export interface Placement {
  reference: string;
  storeOrderId: string;
  shop: LateShop;
  /** Of the selling shop, and ours of the shipping order. */
  line: string;
  orderLine: string;
  placedAt: number;
  /** Null: never by itself. */
  shipsAt: number | null;
  /** How often its people name a day once it is late. */
  keepsNaming: number;
  /** The end of the day that was named; null: none was. */
  namedUntil: number | null;
  state: 'open' | 'shipped' | 'taken_back';
}

/** From then on it is late (D38). */
export function dueOf({ placedAt, namedUntil }: Placement): number {
  return namedUntil ?? placedAt + SHIP_WITHIN_MS;
}

/** The orders that shops have, as this test knows them. */
export class Placements {
  private readonly known = new Map<string, Placement>();

  constructor(
    private readonly db: Database,
    private readonly shops: readonly LateShop[],
    private readonly chance: Chance,
  ) {}

  get all(): Placement[] {
    return [...this.known.values()];
  }

  /** Those that are to ship. */
  get open(): Placement[] {
    return this.all.filter(({ state }) => state === 'open');
  }

  /** What was placed since the last look. */
  async findNew(time: number): Promise<Placement[]> {
    const placed = await this.db.shippingOrder.findMany({
      where: { state: 'placed', packedAt: null },
      select: {
        shopId: true,
        externalRef: true,
        storeOrderId: true,
        lines: { select: { externalRef: true, orderLine: { select: { lineItemId: true } } } },
      },
    });
    return placed.flatMap(({ shopId, externalRef: reference, storeOrderId, lines: [given] }) => {
      const shop = this.shops.find(({ id }) => id === shopId);
      if (!shop || !given || storeOrderId === null || this.known.has(reference)) return [];
      const line = given.orderLine.lineItemId;
      const orderLine = given.externalRef;
      const fate = this.fateOf(shop, time);
      const one: Placement = {
        reference,
        storeOrderId,
        shop,
        line,
        orderLine,
        placedAt: time,
        ...fate,
        namedUntil: null,
        state: 'open',
      };
      this.known.set(reference, one);
      return [one];
    });
  }

  private fateOf({ habit }: LateShop, time: number): Pick<Placement, 'shipsAt' | 'keepsNaming'> {
    const { chance } = this;
    const after = (from: number, to: number) => time + chance.between(from, to) * HOUR_MS;
    switch (habit) {
      case 'prompt':
      case 'pausing':
        return { shipsAt: after(1, 40), keepsNaming: 0 };
      case 'slow':
        return { shipsAt: after(30, 120), keepsNaming: chance.between(0, 2) };
      case 'forgetful':
        return {
          shipsAt: chance.happens(0.5) ? null : after(1, 60),
          keepsNaming: chance.happens(0.3) ? 1 : 0,
        };
    }
  }
}
