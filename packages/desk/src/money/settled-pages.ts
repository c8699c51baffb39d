import { Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { SETTLED_COLUMNS, SettledLinesRow, withCalculation } from './read-settlement';
import type { SettledLine } from './settled-line';
import { settledLines, type Period } from './settled-lines';
import type { Side } from './settle';

const DAY_NS = 86_400_000_000_000n;
/** Lines of one page, however long a period is. */
export const LINES_PAGE = 1_000;

/** Where a page of lines ended: by when a line settled, then by reference and position. */
export interface LinePlace {
  settledAt: Date;
  reference: string;
  position: number;
}

const PageRow = SettledLinesRow.extend({ position: z.int() });

/** The input of a page: a period, from a place on. */
export interface LinesAfter {
  period: Period;
  after: LinePlace | null;
  take: number;
  /** Only what it is owed, or owes. */
  side?: Side | undefined;
}

/**
 * The lines of a shop that settled in a period (D24), page by page. A line settles on one day, so days are
 * read one by one, from the day of `after` on, and no page sums the packages of a whole year.
 * @returns `next`: null if these were the last
 */
export async function readLinesAfter(
  db: Database,
  shopId: number,
  { period, after, take, side }: LinesAfter,
): Promise<{ lines: SettledLine[]; next: LinePlace | null }> {
  const found: z.output<typeof PageRow>[] = [];
  for (const day of daysOf({ ...period, from: after ? nsOf(after.settledAt) : period.from })) {
    const query = settledPageQuery(shopId, { period: day, after, take: take - found.length, side });
    found.push(...(await rows(PageRow, db.$queryRaw(query))));
    if (found.length >= take) break;
  }
  const last = found.length >= take ? found.at(-1) : undefined;
  const lines = found.map(({ position: _position, ...row }) => withCalculation(row));
  return { lines, next: last ? placeOf(last) : null };
}

const nsOf = (at: Date): bigint => BigInt(at.getTime()) * 1_000_000n;

const placeOf = ({ settledAt, reference, position }: LinePlace): LinePlace => ({
  settledAt,
  reference,
  position,
});

function* daysOf({ from, before }: Period): Generator<Period> {
  for (let start = from; start < before; start += DAY_NS)
    yield { from: start, before: start + DAY_NS < before ? start + DAY_NS : before };
}

/** One page of the lines that settled within a day. */
export function settledPageQuery(shopId: number, { period, after, take, side }: LinesAfter): Prisma.Sql {
  const beyond = after
    ? Prisma.sql`AND (settled.at, s.external_ref, l.position)
        > (${after.settledAt}::timestamptz, ${after.reference}::text, ${after.position}::int)`
    : Prisma.empty;
  return Prisma.sql`
    SELECT ${SETTLED_COLUMNS}, l.position
    FROM ${settledLines(period)}
    JOIN shop selling ON selling.id = o.shop_id
    JOIN shop shipping ON shipping.id = s.shop_id
    WHERE ${ofShop(shopId, side)} ${beyond}
    ORDER BY settled.at, s.external_ref, l.position
    LIMIT ${take}`;
}

function ofShop(shopId: number, side: Side | undefined): Prisma.Sql {
  if (side === 'ships') return Prisma.sql`s.shop_id = ${shopId}`;
  if (side === 'sells') return Prisma.sql`o.shop_id = ${shopId}`;
  return Prisma.sql`(s.shop_id = ${shopId} OR o.shop_id = ${shopId})`;
}

const PLACE = /^(\d{1,15})\.(\d{1,9})\.(.{1,255})$/s;

/** A place as text, for the request of the next page. */
export const writePlace = ({ settledAt, reference, position }: LinePlace): string =>
  `${settledAt.getTime()}.${position}.${reference}`;

/** @returns null: it is no such text */
export function readPlace(text: string): LinePlace | null {
  const [, settledAt, position, reference] = PLACE.exec(text) ?? [];
  if (settledAt === undefined || position === undefined || reference === undefined) return null;
  return { settledAt: new Date(Number(settledAt)), reference, position: Number(position) };
}
