import { lockShopSheet, type PauseSide, rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { databaseTime } from '../directory/heartbeat';
import { decidePause, type PauseFault } from './decide-pause';

const ShopIdRow = z.object({ shopId: z.int() });
/** Shops whose pauses are ended in one transaction: each one's sheet is locked until it ends. */
const ENDED_TOGETHER = 20;

/** The shop is paused until then, and was until `before`; `turned`: it was not, or is no longer, so its network quantities must be recalculated. */
export interface PauseState {
  before: Date | null;
  until: Date | null;
  turned: boolean;
}

export type PauseBegun =
  | ({ kind: 'begun' | 'unchanged' } & PauseState)
  | { kind: 'refused'; fault: PauseFault };

export type PauseEnded =
  | ({ kind: 'ended' } & PauseState)
  | { kind: 'refused'; fault: 'not_paused' | 'not_own' };

/**
 * Pauses a shop's shipping (D38), under the lock that a routing decision takes: no decision made before is stored later, because the
 * shop has another revision. Of two pauses the later end counts.
 */
export async function beginPause(
  tx: Tx,
  pause: { shopId: number; side: PauseSide; by: string; reason: string; until: Date },
): Promise<PauseBegun> {
  const { shopId, side, by: begunBy, reason, until: endsAt } = pause;
  await lockShopSheet(tx, shopId);
  const fault = decidePause(endsAt, await databaseTime(tx));
  if (fault !== null) return { kind: 'refused', fault };
  const same = await tx.shopPause.findFirst({ where: { shopId, side, reason, endsAt, endedAt: null } });
  if (same) return { kind: 'unchanged', ...(await settlePause(tx, shopId)) };
  await tx.shopPause.create({ data: { shopId, side, begunBy, reason, endsAt } });
  return { kind: 'begun', ...(await settlePause(tx, shopId)) };
}

/** Ends pauses by hand (D38): a shop only its own ones, an agent any. */
export async function endPause(
  tx: Tx,
  end: { shopId: number; side: PauseSide; by: string },
): Promise<PauseEnded> {
  const { shopId, side, by: endedBy } = end;
  await lockShopSheet(tx, shopId);
  const endedAt = await databaseTime(tx);
  const open = { shopId, endedAt: null };
  const { count } = await tx.shopPause.updateMany({
    where: side === 'agent' ? open : { ...open, side },
    data: { endedAt, endedBy },
  });
  const state = await settlePause(tx, shopId);
  if (count > 0) return { kind: 'ended', ...state };
  return { kind: 'refused', fault: state.until === null ? 'not_paused' : 'not_own' };
}

/**
 * Ends the pauses whose end has come, by the database's clock (D38). A pause that came to its end while no process ran is ended by the
 * first sweep after it.
 * @returns the shops that are no longer paused
 */
export async function endDuePauses(tx: Tx): Promise<number[]> {
  const due = await rows(
    ShopIdRow,
    tx.$queryRaw`
    SELECT DISTINCT shop_id AS "shopId" FROM shop_pause WHERE ended_at IS NULL AND ends_at <= now()
    ORDER BY shop_id LIMIT ${ENDED_TOGETHER}`,
  );
  const resumed: number[] = [];
  for (const { shopId } of due) {
    await lockShopSheet(tx, shopId);
    await tx.$executeRaw`
      UPDATE shop_pause SET ended_at = ends_at WHERE shop_id = ${shopId} AND ended_at IS NULL AND ends_at <= now()`;
    if ((await settlePause(tx, shopId)).turned) resumed.push(shopId);
  }
  return resumed;
}

/** All open pauses of a shop that leaves the network end. The caller has locked its sheet and clears its row. */
export async function endPausesOfRemoved(
  tx: Tx,
  { shopId, by }: { shopId: number; by: string },
): Promise<void> {
  await tx.shopPause.updateMany({
    where: { shopId, endedAt: null },
    data: { endedAt: await databaseTime(tx), endedBy: by },
  });
}

/** Sets the shop's row as its open pauses say. Running services notice by its revision (D25), and so does a decision under way (D19). */
async function settlePause(tx: Tx, shopId: number): Promise<PauseState> {
  const { pausedUntil: before } = await tx.shop.findUniqueOrThrow({
    where: { id: shopId },
    select: { pausedUntil: true },
  });
  const { _max } = await tx.shopPause.aggregate({
    where: { shopId, endedAt: null },
    _max: { endsAt: true },
  });
  const until = _max.endsAt;
  const turned = (before === null) !== (until === null);
  if (before?.getTime() !== until?.getTime())
    await tx.shop.update({ where: { id: shopId }, data: { pausedUntil: until }, select: { id: true } });
  if (turned) await tx.$executeRaw`UPDATE shop SET revision = nextval('shop_revision') WHERE id = ${shopId}`;
  return { before, until, turned };
}
