import type { Tx } from '@hub/database';
import { closeGap, findOpenGap, routeWaitingAgain, type RestoreGap } from '@hub/orders/restore';
import { recordActions } from '@hub/desk/engine';
import { CommandFailure } from '../failure';

/** The open gap; without one there is nothing to do. Throws `CommandFailure`. */
export async function requireOpenGap(tx: Tx): Promise<RestoreGap> {
  const gap = await findOpenGap(tx);
  if (!gap) throw new CommandFailure(['no restore is being reconciled']);
  return gap;
}

/** Shops that may have been sent shipping orders in the gap, and whether each has listed them. */
export async function readReports(tx: Tx, gap: RestoreGap): Promise<{ slug: string; listed: boolean }[]> {
  const shops = await tx.shop.findMany({
    where: { orders: { in: ['live', 'draining'] }, removedAt: null },
    orderBy: { slug: 'asc' },
    select: { id: true, slug: true },
  });
  const reports = await tx.restoreReport.findMany({ where: { gapId: gap.id }, select: { shopId: true } });
  const listed = new Set(reports.map(({ shopId }) => shopId));
  return shops.map(({ id, slug }) => ({ slug, listed: listed.has(id) }));
}

/**
 * From here on lines are routed again: first to the shop that has listed them.
 * @param given.without shops whose list will not come: a lead answers for what they may have
 * @returns how many orders with waiting lines are routed
 */
export async function closeOpenGap(
  tx: Tx,
  given: { without: readonly string[]; note: string; actor: string; now: Date },
): Promise<number> {
  const gap = await requireOpenGap(tx);
  const { without, note, actor, now } = given;
  const missing = (await readReports(tx, gap)).filter(
    ({ slug, listed }) => !listed && !without.includes(slug),
  );
  if (missing.length > 0)
    throw new CommandFailure([
      'these shops have listed nothing yet (hub restore list), and would be given orders twice:',
      ...missing.map(({ slug }) => `  ${slug}`),
    ]);
  await closeGap(tx, { id: gap.id, closedBy: actor, now });
  const routed = await routeWaitingAgain(tx);
  const detail = { note, without: [...without], routed };
  await recordActions(tx, { actor, action: 'restore.close', subjects: ['database'], detail });
  return routed;
}
