import {
  failuresOverTime,
  networkFigures,
  shopFigures,
  timeRange,
  type FailuresOfCause,
  type Figure,
  type LiveFigures,
  type NetworkFigure,
  type Range,
  type TimeRange,
} from '@hub/desk/figures';
import type { Desk } from '../desk';

/** A shop as the overview knows it. */
export interface OverviewShop {
  id: number;
  slug: string;
  name: string;
  /** Its calls are held, or calls to its store are suspended (D23). */
  suspended: boolean;
  /** It has left the network: only its name in past events remains. */
  removed: boolean;
}

export interface Overview {
  range: TimeRange;
  network: readonly NetworkFigure[];
  ofShops: readonly Figure[];
  failures: readonly FailuresOfCause[];
  shops: readonly OverviewShop[];
  /** The hours are counted up to here. */
  countedUntil: number;
}

/** The data of the overview: counted hours, and the current ones. @param live cached for a minute, as it is read live */
export async function readOverview(
  { db }: Desk,
  range: Range,
  { now, live }: { now: number; live: LiveFigures },
): Promise<Overview> {
  const time = timeRange(range, now);
  const [network, ofShops, failures, shops] = await Promise.all([
    networkFigures(db, time, live),
    shopFigures(db, { range: time, live, kinds: ['orders', 'calls', 'durations', 'flow'] }),
    failuresOverTime(db, time),
    db.shop.findMany({
      select: {
        id: true,
        slug: true,
        name: true,
        callsHeldSince: true,
        ordersHeldSince: true,
        circuitOpenSince: true,
        removedAt: true,
      },
      orderBy: { name: 'asc' },
    }),
  ]);
  return {
    range: time,
    network,
    ofShops,
    failures,
    shops: shops.map(({ id, slug, name, removedAt, ...held }) => ({
      id,
      slug,
      name,
      suspended: Object.values(held).some((since) => since !== null),
      removed: removedAt !== null,
    })),
    countedUntil: live.countedUntil,
  };
}
