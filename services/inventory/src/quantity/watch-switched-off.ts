import { LIMITS } from '@hub/contract';
import { rows, type Tx } from '@hub/database';
import { raiseAlert, resolveAlert } from '@hub/alerts';
import type { Sweep } from '@hub/messaging';
import { z } from 'zod';
import { noteSwitchedOff } from './note-switched-off';

const SubjectRow = z.object({ subject: z.string() });

/** How many variants an alert names; the shop's page lists them all. */
const NAMED = 50;

const NotZeroedShop = z.object({
  shopId: z.int(),
  slug: z.string(),
  variants: z.int(),
  named: z.array(z.string()),
  /** An alert was raised since it was switched off; it may be resolved by hand. */
  reported: z.boolean(),
});
type NotZeroedShop = z.output<typeof NotZeroedShop>;

/**
 * D16: the zeros of a shop that is switched off may be sent for ten minutes. What its store may still show after that is
 * reported to support, once for each shop, until the shop is switched on or its store shows 0.
 */
export function switchedOffWatch(everyMs: number): Sweep {
  return { name: 'watch for quantities left at shops switched off', everyMs, run: watchSwitchedOff };
}

/** @returns how many alerts were raised or closed */
export async function watchSwitchedOff(tx: Tx): Promise<number> {
  await noteSwitchedOff(tx);
  const shops = await findNotZeroed(tx);
  const alerted = await alertedSubjects(tx);
  const subjects = new Set(shops.map(subjectOf));
  const fresh = shops.filter(({ reported }) => !reported);
  const over = [...alerted].filter((subject) => !subjects.has(subject));
  for (const shop of fresh) await raise(tx, shop);
  for (const subject of over) await resolveAlert(tx, 'stock_not_zeroed', subject);
  return fresh.length + over.length;
}

async function findNotZeroed(tx: Tx): Promise<NotZeroedShop[]> {
  return rows(
    NotZeroedShop,
    tx.$queryRaw`
    SELECT s.id AS "shopId", s.slug, count(*)::int AS variants,
      (array_agg(n.variant_id ORDER BY n.variant_id))[1:${NAMED}::int] AS named,
      EXISTS (SELECT FROM alert a WHERE a.kind = 'stock_not_zeroed' AND a.subject = 'shop:' || s.slug
        AND a.last_at >= s.inventory_off_since) AS reported
    FROM shop s JOIN network_quantity n ON n.shop_id = s.id
    WHERE s.inventory = 'off' AND s.inventory_off_since <= now() - ${LIMITS.zeroingMs} * interval '1 ms'
      AND n.state <> 'in_step'
    GROUP BY s.id ORDER BY s.id`,
  );
}

async function alertedSubjects(tx: Tx): Promise<Set<string>> {
  const found = await rows(
    SubjectRow,
    tx.$queryRaw`
    SELECT subject FROM alert WHERE kind = 'stock_not_zeroed' AND state <> 'resolved'`,
  );
  return new Set(found.map(({ subject }) => subject));
}

async function raise(tx: Tx, shop: NotZeroedShop): Promise<void> {
  const { shopId, slug, variants, named } = shop;
  await raiseAlert(tx, {
    kind: 'stock_not_zeroed',
    subject: subjectOf(shop),
    shopId,
    message: `${slug} is switched off, and its store may still show network quantities: ${variants} could not be set to 0 in ten minutes.`,
    detail: { variants, variant_ids: named },
  });
}

function subjectOf({ slug }: { slug: string }): string {
  return `shop:${slug}`;
}
