import { randomUUID } from 'node:crypto';
import type { Database, PauseSide, Tx } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import { beginPause, endPause, PAUSE_FAULTS } from '@hub/shops';
import type { RecordedChange } from '../engine/recorded-change';

/** An open pause of a shop's shipping (D38). */
export interface ShopPause {
  side: PauseSide;
  /** Who began it, as in the audit. */
  begunBy: string;
  reason: string;
  begunAt: Date;
  endsAt: Date;
}

/** The open pauses of a shop, the one that ends last first. */
export async function pausesOfShop(db: Database, shop: string): Promise<ShopPause[]> {
  return db.shopPause.findMany({
    where: { shop: { slug: shop }, endedAt: null },
    select: { side: true, begunBy: true, reason: true, begunAt: true, endsAt: true },
    orderBy: [{ endsAt: 'desc' }, { id: 'asc' }],
  });
}

export interface PausedShop {
  shop: string;
  name: string;
  until: Date;
}

/** Every paused shop of the network. */
export async function pausedShops(db: Database): Promise<PausedShop[]> {
  const paused = await db.shop.findMany({
    where: { pausedUntil: { not: null }, removedAt: null },
    select: { slug: true, name: true, pausedUntil: true },
    orderBy: { slug: 'asc' },
  });
  return paused.flatMap(({ slug, name, pausedUntil: until }) =>
    until === null ? [] : [{ shop: slug, name, until }],
  );
}

/** Who acts on a pause: an agent, or the shop at its door. */
interface ActsOnPause {
  shopId: number;
  side: PauseSide;
  by: string;
}

export type PauseEnd =
  | { kind: 'done'; until: Date | null; changes: RecordedChange[] }
  /** It was so already. */
  | { kind: 'unchanged'; until: Date | null }
  | { kind: 'refused'; reason: string };

/** Pauses a shop's shipping: its network quantities follow (D16, D38). */
export async function pauseShipping(
  tx: Tx,
  pause: ActsOnPause & { reason: string; until: Date },
): Promise<PauseEnd> {
  const end = await beginPause(tx, pause);
  if (end.kind === 'refused') return { kind: 'refused', reason: PAUSE_FAULTS[end.fault] };
  if (end.kind === 'unchanged') return { kind: 'unchanged', until: end.until };
  return settled(tx, pause.shopId, end);
}

/** Ends pauses by hand: waiting lines are served, then network quantities follow (D16, D38). */
export async function unpauseShipping(tx: Tx, by: ActsOnPause): Promise<PauseEnd> {
  const end = await endPause(tx, by);
  if (end.kind === 'refused') return { kind: 'refused', reason: NOT_ENDED[end.fault] };
  return settled(tx, by.shopId, end);
}

const NOT_ENDED = {
  not_paused: 'shipping is not paused',
  not_own: 'the operator paused it, and only the operator can end that pause',
} as const;

async function settled(
  tx: Tx,
  shopId: number,
  { before, until, turned }: { before: Date | null; until: Date | null; turned: boolean },
): Promise<PauseEnd> {
  if (turned) await enqueue(tx, COMMANDS.recalculateShop, { payload: { shopId }, correlation: randomUUID() });
  const text = (at: Date | null) => at?.toISOString() ?? null;
  return {
    kind: 'done',
    until,
    changes: [{ field: 'paused until', before: text(before), after: text(until) }],
  };
}
