import { rows, type Database } from '@hub/database';
import { z } from 'zod';
import { FIGURES_SWEEP, ofTheNetwork } from './count-hours';
import { countWindow, FIGURE_KINDS, type Figure } from './count-window';
import { hourOf, stepOf, type TimeRange } from './time-range';

const HOUR_MS = 3_600_000;
/** The most hours counted while a page waits: the current one, and the one before until it is counted. */
const LIVE_HOURS = 2;

const Counted = z.object({ kind: z.enum(FIGURE_KINDS), key: z.string(), count: z.int() });
const CountedHour = Counted.extend({ hour: z.date() });
const CountedShop = Counted.extend({ shopId: z.int() });
const UntilRow = z.object({ until: z.date() });

/** The activity in the hours that are not counted yet. */
export interface LiveFigures {
  hours: readonly { hour: number; figures: readonly Figure[] }[];
  /** Everything up to here is counted, except for these hours. */
  countedUntil: number;
}

/** Up to when the sweep has counted (ms since the epoch); 0: nothing yet. */
export async function countedUntil(db: Database): Promise<number> {
  const [row] = await rows(
    UntilRow,
    db.$queryRaw`SELECT looked_until AS until FROM sweep_progress WHERE sweep = ${FIGURES_SWEEP}`,
  );
  return row?.until.getTime() ?? 0;
}

/** Counts what the sweep has not counted yet, of the last two hours. @param at.now milliseconds since the epoch */
export async function liveFigures(
  db: Database,
  at: { now: number; countedUntil: number },
): Promise<LiveFigures> {
  const last = hourOf(at.now);
  const first = Math.max(at.countedUntil, last - (LIVE_HOURS - 1) * HOUR_MS);
  const count = Math.max(0, (last - first) / HOUR_MS + 1);
  const hours = await Promise.all(
    Array.from({ length: count }, (_, n) => first + n * HOUR_MS).map(async (hour) => ({
      hour,
      figures: await countWindow(db, { from: hour, before: hour + HOUR_MS }),
    })),
  );
  return { hours, countedUntil: at.countedUntil };
}

/** A figure of the whole network, in one step of a range. */
export type NetworkFigure = z.output<typeof Counted> & { step: number };

/** The whole network by step: a row for each kind and key that occurred. */
export async function networkFigures(
  db: Database,
  range: TimeRange,
  live: LiveFigures,
): Promise<NetworkFigure[]> {
  const counted = await rows(
    CountedHour,
    db.$queryRaw`
    SELECT kind, key, date_trunc(${range.step}, hour, 'UTC') AS hour, sum(count)::float8 AS count FROM hour_figure
    WHERE kind = ANY (${[...FIGURE_KINDS]}::text[]) AND shop_id = 0
      AND hour >= ${new Date(range.since)} AND hour < ${new Date(live.countedUntil)}
    GROUP BY 1, 2, 3`,
  );
  const uncounted = live.hours.flatMap(({ hour, figures }) =>
    ofTheNetwork(figures).map(({ kind, key, count }) => ({ kind, key, count, hour: new Date(hour) })),
  );
  return [...counted, ...uncounted]
    .map(({ hour, ...figure }) => ({ ...figure, step: stepOf(range, hour.getTime()) }))
    .filter(({ step }) => step >= 0);
}

/**
 * Each shop over the whole of a range, for these kinds; a shop and key may occur twice, and are added up. An hour that
 * was counted since `live` was read is in `live`: a day, which includes it too, is read without it.
 */
export async function shopFigures(
  db: Database,
  { range, live, kinds }: { range: TimeRange; live: LiveFigures; kinds: readonly Figure['kind'][] },
): Promise<Figure[]> {
  const [since, until] = [new Date(range.since), new Date(Math.max(range.since, live.countedUntil))];
  const requested = [...kinds];
  const counted =
    range.range === '24h'
      ? db.$queryRaw`
        SELECT kind, key, shop_id AS "shopId", sum(count)::float8 AS count FROM hour_figure
        WHERE shop_id > 0 AND hour >= ${since} AND hour < ${until} AND kind = ANY (${requested}::text[])
        GROUP BY kind, key, shop_id`
      : db.$queryRaw`
        SELECT kind, key, shop_id AS "shopId", sum(count)::float8 AS count FROM (
          SELECT kind, key, shop_id, count FROM day_figure
          WHERE kind = ANY (${requested}::text[]) AND day >= (${since} AT TIME ZONE 'UTC')::date
          UNION ALL
          SELECT kind, key, shop_id, -count FROM hour_figure
          WHERE shop_id > 0 AND hour >= ${until} AND kind = ANY (${requested}::text[])
        ) counted GROUP BY kind, key, shop_id HAVING sum(count) > 0`;
  const uncounted = live.hours.flatMap(({ hour, figures }) =>
    hour < range.since ? [] : figures.filter(({ kind }) => kinds.includes(kind)),
  );
  return [...(await rows(CountedShop, counted)), ...uncounted];
}
