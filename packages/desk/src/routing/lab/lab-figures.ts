import { z } from 'zod';
import { DecimalSum } from '../../money/decimal-sum';
import { isMoved, type ComparedLine, type Placed } from './compare-decision';

const Side = z.object({ parcels: z.int(), km: z.number(), waiting: z.int() });
/** Runs begun by the release before did not count orders. */
const ShopSide = z.object({ lines: z.int(), owed: z.string(), orders: z.int().default(0) });

/** The figures of a lab run, `was` as decided, `becomes` under the other policy. */
export const LabFigures = z.object({
  /** Decisions that are compared; whose outcome the stored figures do not determine; of dry runs; that cannot be read. */
  compared: z.int(),
  untold: z.int(),
  dryRuns: z.int(),
  unreadable: z.int(),
  lines: z.int(),
  moved: z.int(),
  /** Decisions of which a line goes elsewhere. */
  movedOrders: z.int().default(0),
  /** Lines that go elsewhere, by the criterion that decides it. */
  why: z.record(z.string(), z.int()).default({}),
  was: Side,
  becomes: Side,
  /** Decisions with all distances known on both sides: the kilometres are of these. */
  withKm: z.int(),
  /** Lines whose payout is unknown on one side: they are in neither payout. */
  unpriced: z.int(),
  shops: z.array(z.object({ shopId: z.int(), currency: z.string(), was: ShopSide, becomes: ShopSide })),
});
export type LabFigures = z.output<typeof LabFigures>;

/** A line with its shop's payout; null: not known, or it waits. */
export interface PricedLine extends ComparedLine {
  wasOwed: string | null;
  becomesOwed: string | null;
}

export const NO_FIGURES: LabFigures = {
  compared: 0,
  untold: 0,
  dryRuns: 0,
  unreadable: 0,
  lines: 0,
  moved: 0,
  movedOrders: 0,
  why: {},
  was: { parcels: 0, km: 0, waiting: 0 },
  becomes: { parcels: 0, km: 0, waiting: 0 },
  withKm: 0,
  unpriced: 0,
  shops: [],
};

/** Why a decision is not compared. */
export type Uncompared = 'untold' | 'dryRuns' | 'unreadable';

/** Adds decisions one by one to the figures of a run. */
export class LabTally {
  private readonly shops: Map<string, LabFigures['shops'][number]>;
  private readonly sums: LabFigures;

  constructor(before: LabFigures) {
    this.sums = structuredClone(before);
    this.shops = new Map(this.sums.shops.map((shop) => [keyOf(shop), shop]));
  }

  get figures(): LabFigures {
    return { ...this.sums, shops: [...this.shops.values()] };
  }

  /** @returns no lines */
  addUncompared(why: Uncompared): [] {
    this.sums[why] += 1;
    return [];
  }

  addCompared(currency: string, lines: readonly PricedLine[]): void {
    const { sums } = this;
    sums.compared += 1;
    sums.lines += lines.length;
    const moved = lines.filter(isMoved);
    sums.moved += moved.length;
    if (moved.length > 0) sums.movedOrders += 1;
    for (const { why } of moved) if (why !== null) sums.why[why] = (sums.why[why] ?? 0) + 1;
    const opened = { was: parcels(lines, 'was'), becomes: parcels(lines, 'becomes') };
    const [km, otherKm] = [kilometres(opened.was), kilometres(opened.becomes)];
    for (const side of ['was', 'becomes'] as const) {
      sums[side].parcels += opened[side].length;
      sums[side].waiting += lines.filter((line) => line[side] === null).length;
    }
    if (km !== null && otherKm !== null && opened.was.length + opened.becomes.length > 0) {
      sums.withKm += 1;
      sums.was.km += km;
      sums.becomes.km += otherKm;
    }
    for (const line of lines) this.addPayouts(currency, line);
    for (const side of ['was', 'becomes'] as const) this.addOrder(currency, side, lines);
  }

  private addOrder(currency: string, side: 'was' | 'becomes', lines: readonly PricedLine[]): void {
    for (const shopId of new Set(lines.flatMap((line) => line[side]?.shopId ?? []))) {
      const shop = this.shops.get(keyOf({ shopId, currency }));
      if (shop) shop[side].orders += 1;
    }
  }

  private addPayouts(currency: string, { was, becomes, wasOwed, becomesOwed }: PricedLine): void {
    const isPriced = (was === null || wasOwed !== null) && (becomes === null || becomesOwed !== null);
    if (!isPriced) this.sums.unpriced += 1;
    this.addTo('was', { currency, to: was, owed: isPriced ? wasOwed : null });
    this.addTo('becomes', { currency, to: becomes, owed: isPriced ? becomesOwed : null });
  }

  private addTo(
    side: 'was' | 'becomes',
    { currency, to, owed }: { currency: string; to: Placed | null; owed: string | null },
  ): void {
    if (!to) return;
    const key = { shopId: to.shopId, currency };
    const shop = this.shops.get(keyOf(key)) ?? { ...key, was: nothing(), becomes: nothing() };
    this.shops.set(keyOf(key), shop);
    shop[side].lines += 1;
    if (owed !== null) shop[side].owed = new DecimalSum().add(shop[side].owed).add(owed).text(6);
  }
}

const nothing = () => ({ lines: 0, owed: '0', orders: 0 });

function keyOf({ shopId, currency }: { shopId: number; currency: string }): string {
  return `${shopId}/${currency}`;
}

function parcels(lines: readonly PricedLine[], side: 'was' | 'becomes'): Placed[] {
  return lines.flatMap((line) => (line[side]?.opensParcel ? line[side] : []));
}

/** Null: one distance is unknown. */
function kilometres(opened: readonly Placed[]): number | null {
  return opened.reduce<number | null>((sum, { km }) => (sum === null || km === null ? null : sum + km), 0);
}
