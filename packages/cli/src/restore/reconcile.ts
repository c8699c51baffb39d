import { randomUUID } from 'node:crypto';
import { type Tx, rows } from '@hub/database';
import { liveProcesses } from '@hub/installation';
import { COMMANDS, enqueueAll } from '@hub/messaging';
import { countPlanned, countWaitingOrders, doubtPlanned, findOpenGap, openGap } from '@hub/orders/restore';
import { requestCatalogueRun } from '@hub/shops';
import { recordActions } from '@hub/desk/engine';
import { CommandFailure } from '../failure';
import { z } from 'zod';
import { time } from '../output';

/** Clocks of stores differ: how much more is requested at either end. */
const MARGIN_MS = 60_000;

/** What a shop must do after a restore, ready to be sent to it. */
function textForShop(gap: { lostFrom: Date; lostUntil: Date }): string {
  const from = time(new Date(gap.lostFrom.getTime() - MARGIN_MS));
  const until = time(new Date(gap.lostUntil.getTime() + MARGIN_MS));
  return [
    `We have restored our database and have no record of what happened from ${from} to ${until} (UTC).`,
    'Nothing is shipped twice. Please do two things, in this order:',
    '',
    `1. Send us a list of the orders tagged hub_ship that you received since ${from}, and of the older ones that are not`,
    "   shipped yet; leave out those that were stopped. For each: external_ref, order_id and each line's external_ref, as",
    '   [{ "external_ref": "...", "order_id": "...", "line_items": [{ "external_ref": "..." }] }]; none is [].',
    `2. Then send again every event that you sent us from ${from} to ${until}, with the same event_id and the`,
    '   same bytes, oldest first: order.created, order.cancelled, fulfillment.shipped, return.created. None of them has',
    '   its effect twice. A 503 means that we wait for lists: send it again later. Stock we read from your catalogue.',
  ].join('\n');
}

const Trace = z.object({ at: z.date().nullable() });

/**
 * The latest time in the database: heartbeats are written every few seconds while a service runs, the others cover one
 * that was idle or stopped. Null: there is none.
 */
async function lastTrace(tx: Tx): Promise<Date | null> {
  const [trace] = await rows(
    Trace,
    tx.$queryRaw`
    SELECT greatest(
      (SELECT max(seen_at) FROM process), (SELECT max(received_at) FROM event_ledger), (SELECT max(at) FROM store_call),
      (SELECT max(received_at) FROM seller_order), (SELECT max(at) FROM support_action)) AS at`,
  );
  return trace?.at ?? null;
}

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
