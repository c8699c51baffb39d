import { LIMITS } from '@hub/contract';
import { Prisma, rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { countShops, type ShippingFigure } from './shops/count-shops';
import { countWindow, type Figure } from './count-window';
import { dayOf, hourOf } from './time-range';

export const FIGURES_SWEEP = 'figures by the hour';
const HOUR_MS = 3_600_000;
/** Stock events and counts of calls are kept a day longer: further back the figures would be too low. */
const FIRST_LOOK_BACK_MS = (LIMITS.stockLedgerDays - 1) * 24 * HOUR_MS;
/** By then everything that began in an hour is committed, and its orders are routed. */
const SETTLED_AFTER_MS = 5 * 60_000;

const UntilRow = z.object({ until: z.date() });

/**
 * Counts the next finished hour that was not counted: each once, by whichever copy, including those missed while none
 * ran. @returns 1, or 0 if all are counted
 */
export async function countNextHour(tx: Tx, now: number): Promise<number> {
  const hour = await takeUp(tx, now);
  if (hour === null || now < hour + HOUR_MS + SETTLED_AFTER_MS) return 0;
  const window = { from: hour, before: hour + HOUR_MS };
  const figures = await countWindow(tx, window);
  await insertHour(tx, hour, [...figures, ...ofTheNetwork(figures)]);
  await addToDay(tx, dayOf(hour), [...figures, ...(await countShops(tx, window))]);
  await tx.$executeRaw`
    UPDATE sweep_progress SET looked_until = ${new Date(hour + HOUR_MS)} WHERE sweep = ${FIGURES_SWEEP}`;
  return 1;
}

/**
 * The first hour is the earliest that is still complete; of a network in which nothing has happened yet the first
 * that is not settled: a new network would otherwise count 144 empty hours in its first seconds.
 * @returns the hour to be counted; null: another copy is counting it
 */
async function takeUp(tx: Tx, now: number): Promise<number | null> {
  const [earliest, unsettled] = [hourOf(now - FIRST_LOOK_BACK_MS), hourOf(now - SETTLED_AFTER_MS)];
  await tx.$executeRaw`
    INSERT INTO sweep_progress (sweep, looked_until)
    SELECT ${FIGURES_SWEEP}, CASE
      WHEN EXISTS (SELECT FROM seller_order) OR EXISTS (SELECT FROM event_ledger) OR EXISTS (SELECT FROM sent_event)
        OR EXISTS (SELECT FROM store_call) OR EXISTS (SELECT FROM store_call_count)
      THEN ${new Date(earliest)}::timestamptz ELSE ${new Date(unsettled)}::timestamptz END
    WHERE NOT EXISTS (SELECT FROM sweep_progress WHERE sweep = ${FIGURES_SWEEP})
    ON CONFLICT DO NOTHING`;
  const [row] = await rows(
    UntilRow,
    tx.$queryRaw`
    SELECT looked_until AS until FROM sweep_progress WHERE sweep = ${FIGURES_SWEEP} FOR UPDATE SKIP LOCKED`,
  );
  return row?.until.getTime() ?? null;
}

/** Over all shops; flows between shops are not added up. */
export function ofTheNetwork(figures: readonly Figure[]): Figure[] {
  const sums = new Map<string, Figure>();
  for (const { kind, key, count } of figures) {
    if (kind === 'flow') continue;
    const sum = sums.get(`${kind} ${key}`) ?? { kind, key, shopId: 0, count: 0 };
    sums.set(`${kind} ${key}`, { ...sum, count: sum.count + count });
  }
  return [...sums.values()];
}

async function insertHour(tx: Tx, hour: number, figures: readonly Figure[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO hour_figure (hour, kind, shop_id, key, count)
    SELECT ${new Date(hour)}, f.* FROM ${unnested(figures)} f ON CONFLICT DO NOTHING`;
}

/** How shops ship is of interest by the day alone. */
async function addToDay(tx: Tx, day: number, figures: readonly (Figure | ShippingFigure)[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO day_figure AS d (day, kind, shop_id, key, count)
    SELECT ${new Date(day).toISOString().slice(0, 10)}::date, f.* FROM ${unnested(figures)} f
    ON CONFLICT (kind, day, shop_id, key) DO UPDATE SET count = d.count + excluded.count`;
}

function unnested(figures: readonly (Figure | ShippingFigure)[]): Prisma.Sql {
  const of = <Value>(pick: (figure: Figure | ShippingFigure) => Value) => figures.map(pick);
  return Prisma.sql`unnest(${of(({ kind }) => kind)}::text[], ${of(({ shopId }) => shopId)}::int[],
    ${of(({ key }) => key)}::text[], ${of(({ count }) => count)}::bigint[])`;
}
