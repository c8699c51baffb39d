import { randomUUID } from 'node:crypto';
import type { Tx } from '@hub/database';
import { liveProcesses } from '@hub/installation';
import { COMMANDS, enqueueAll } from '@hub/messaging';
import { countPlanned, countWaitingOrders, doubtPlanned, findOpenGap, openGap } from '@hub/orders';
import { requestCatalogueRun } from '@hub/shops';
import { recordActions } from '@hub/desk/engine';
import { CommandFailure } from '../failure';
import { lastTrace } from './last-trace';
import { textForShop } from './text-for-shop';

/** The result of the reconciliation, or its forecast. */
export interface Reconciling {
  lostFrom: Date;
  lostUntil: Date;
  /** Shipping orders recorded as never sent, whose outcome is unknown from here on. */
  doubted: number;
  /** Seller orders with lines that are given to no shop until the gap is closed. */
  waiting: number;
  /** Shops whose catalogue is read and whose quantities are all written again. */
  shops: { slug: string; contacts: unknown; text: string }[];
}

/**
 * After a restore, before any service runs: opens the gap (or widens the open one), marks what may have been sent as
 * unknown, has every catalogue read and every quantity written again. It places nothing.
 * @param given.from null: since the latest time in the database
 */
export async function reconcile(
  tx: Tx,
  given: { from: Date | null; until: Date; actor: string; dryRun: boolean },
): Promise<Reconciling> {
  await refuseWhileServicesRun(tx);
  const from = (await findOpenGap(tx))?.lostFrom ?? given.from ?? (await lastTrace(tx));
  if (from === null) throw new CommandFailure(['the database knows of no moment: say --from']);
  if (from >= given.until) throw new CommandFailure(['--from: must lie in the past']);
  const gap = { lostFrom: from, lostUntil: given.until };
  const shops = await tx.shop.findMany({
    where: { removedAt: null },
    orderBy: { slug: 'asc' },
    select: { id: true, slug: true, contacts: true, products: true },
  });
  const planned = {
    ...gap,
    waiting: await countWaitingOrders(tx),
    doubted: await countPlanned(tx),
    shops: shops.map(({ slug, contacts }) => ({ slug, contacts, text: textForShop(gap) })),
  };
  if (given.dryRun) return planned;
  await openGap(tx, { ...gap, openedBy: given.actor });
  await doubtPlanned(tx, given.until);
  await writeQuantitiesAgain(tx, given.until);
  await readCatalogues(
    tx,
    shops.flatMap(({ id, products }) => (products === 'off' ? [] : id)),
  );
  await recordActions(tx, {
    actor: given.actor,
    action: 'restore.reconcile',
    subjects: ['database'],
    detail: {
      lost_from: from.toISOString(),
      lost_until: given.until.toISOString(),
      doubted: planned.doubted,
    },
  });
  return planned;
}

/** They would place what may already be placed. A service that was killed counts as running for 10 s more. */
async function refuseWhileServicesRun(tx: Tx): Promise<void> {
  const running = await liveProcesses(tx);
  if (running.length === 0) return;
  const services = [...new Set(running.map(({ service }) => service))].join(', ');
  throw new CommandFailure([`stop these first, or wait 10 s where they have just stopped: ${services}`]);
}

/**
 * It is unknown what stores were sent since: each quantity is due, whatever was written (D15: absolute, safe to
 * repeat).
 */
async function writeQuantitiesAgain(tx: Tx, now: Date): Promise<void> {
  await tx.networkQuantity.updateMany({
    data: {
      state: 'due',
      written: null,
      reported: null,
      unsentSince: now,
      nextAttemptAt: now,
      leaseUntil: null,
    },
  });
}

async function readCatalogues(tx: Tx, shopIds: readonly number[]): Promise<void> {
  const payloads: { runId: string }[] = [];
  for (const shopId of shopIds) payloads.push({ runId: (await requestCatalogueRun(tx, { shopId })).runId });
  await enqueueAll(tx, COMMANDS.pullCatalogue, { payloads, correlation: randomUUID() });
}
