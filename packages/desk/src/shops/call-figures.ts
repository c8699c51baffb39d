import { rows, type Database } from '@hub/database';
import { z } from 'zod';

const FIGURE_HOURS = 24;
const HOUR_MS = 60 * 60_000;

const HourRow = z.object({ shop: z.string(), hoursAgo: z.int(), calls: z.int() });
const LatencyRow = z.object({ shop: z.string(), p95Ms: z.int() });

/** A shop's calls in the last 24 hours, by result. */
export interface CallFigures {
  /** Calls by the hour, the oldest first. */
  calls: number[];
  /** The 95th percentile, all attempts included; without confirmed quantity writes. Null: there were none. */
  p95Ms: number | null;
}

/** By the shop's slug; a shop without a call is left out. @param now milliseconds since the epoch */
export async function callFigures(db: Database, now: number): Promise<Map<string, CallFigures>> {
  const since = new Date(now - FIGURE_HOURS * HOUR_MS);
  const [hours, latencies] = await Promise.all([
    rows(
      HourRow,
      db.$queryRaw`
      SELECT s.slug AS shop, c.hours_ago AS "hoursAgo", sum(c.calls)::int AS calls FROM (
        SELECT shop_id, floor(extract(epoch FROM ${new Date(now)} - at) / 3600)::int AS hours_ago, 1 AS calls
        FROM store_call WHERE at > ${since} AND at <= ${new Date(now)}
        UNION ALL
        SELECT shop_id, floor(extract(epoch FROM ${new Date(now)} - minute) / 3600)::int, calls
        FROM store_call_count WHERE minute > ${since} AND minute <= ${new Date(now)}
      ) c JOIN shop s ON s.id = c.shop_id GROUP BY s.slug, c.hours_ago`,
    ),
    rows(
      LatencyRow,
      db.$queryRaw`
      SELECT s.slug AS shop, (percentile_disc(0.95) WITHIN GROUP (ORDER BY c.duration_ms))::int AS "p95Ms"
      FROM store_call c JOIN shop s ON s.id = c.shop_id WHERE c.at > ${since} GROUP BY s.slug`,
    ),
  ]);
  const p95 = new Map(latencies.map(({ shop, p95Ms }) => [shop, p95Ms]));
  const figures = new Map<string, CallFigures>();
  for (const { shop, hoursAgo, calls } of hours) {
    const found = figures.get(shop) ?? {
      calls: Array.from({ length: FIGURE_HOURS }, () => 0),
      p95Ms: p95.get(shop) ?? null,
    };
    const place = FIGURE_HOURS - 1 - hoursAgo;
    if (place >= 0) found.calls[place] = calls;
    figures.set(shop, found);
  }
  return figures;
}
