import { rows, type Tx } from '@hub/database';
import { raiseAlert, resolveAlert } from '@hub/alerts';
import type { Sweep } from '@hub/messaging';
import { z } from 'zod';

const SubjectRow = z.object({ subject: z.string() });

/** How long a network quantity may differ from its target before support is alerted. */
const OUT_OF_SYNC_MS = 15 * 60 * 1_000;

const OutOfSyncShop = z.object({ shopId: z.int(), slug: z.string(), variants: z.int(), since: z.date() });
type OutOfSyncShop = z.output<typeof OutOfSyncShop>;

/**
 * Raises an alert, one per shop, when its store has shown other quantities than the target for too long, and closes it
 * when it no longer does. A shop whose calls are held, or that is switched off, has its own alert or needs none.
 */
export function outOfSyncWatch(everyMs: number): Sweep {
  return { name: 'watch for quantities out of sync', everyMs, run: watchOutOfSync };
}

/** @returns how many alerts were raised or closed */
export async function watchOutOfSync(tx: Tx): Promise<number> {
  const shops = await findOutOfSync(tx);
  const alerted = await alertedSubjects(tx);
  const subjects = new Set(shops.map(subjectOf));
  const fresh = shops.filter((shop) => !alerted.has(subjectOf(shop)));
  const over = [...alerted].filter((subject) => !subjects.has(subject));
  for (const shop of fresh) await raise(tx, shop);
  for (const subject of over) await resolveAlert(tx, 'stock_out_of_step', subject);
  return fresh.length + over.length;
}

async function findOutOfSync(tx: Tx): Promise<OutOfSyncShop[]> {
  return rows(
    OutOfSyncShop,
    tx.$queryRaw`
    SELECT s.id AS "shopId", s.slug, count(*)::int AS variants, min(n.out_of_step_since) AS since
    FROM network_quantity n JOIN shop s ON s.id = n.shop_id
    WHERE n.state <> 'in_step' AND n.out_of_step_since <= now() - ${OUT_OF_SYNC_MS} * interval '1 ms'
      AND NOT EXISTS (SELECT FROM call_hold h WHERE h.shop_id = s.id AND h.operation IN ('all', 'write_inventory'))
      AND s.inventory <> 'off'
    GROUP BY s.id ORDER BY s.id`,
  );
}

async function alertedSubjects(tx: Tx): Promise<Set<string>> {
  const found = await rows(
    SubjectRow,
    tx.$queryRaw`
    SELECT subject FROM alert WHERE kind = 'stock_out_of_step' AND state <> 'resolved'`,
  );
  return new Set(found.map(({ subject }) => subject));
}

async function raise(tx: Tx, shop: OutOfSyncShop): Promise<void> {
  const { shopId, slug, variants, since } = shop;
  await raiseAlert(tx, {
    kind: 'stock_out_of_step',
    subject: subjectOf(shop),
    shopId,
    message: `The store of ${slug} has shown other network quantities than wanted for 15 minutes.`,
    detail: { variants, since: since.toISOString() },
  });
}

function subjectOf({ slug }: { slug: string }): string {
  return `shop:${slug}`;
}
