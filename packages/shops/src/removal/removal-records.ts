import { LIMITS } from '@hub/contract';
import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { resumeCalls } from '../holds/hold-records';
import { endDoorAccess } from '../sheet/end-door-access';

const CountRow = z.object({ count: z.int() });
const IdRow = z.object({ id: z.string() });

/**
 * Network quantities of a shop whose zeros are not sent, and still could be: its store could sell what the network no
 * longer ships.
 */
export async function countZeroing(tx: Tx, shopId: number): Promise<number> {
  const [row] = await rows(
    CountRow,
    tx.$queryRaw`
    SELECT count(*)::int AS "count" FROM "network_quantity" n JOIN "shop" s ON s."id" = n."shop_id"
    WHERE n."shop_id" = ${shopId} AND n."state" <> 'in_step'
      AND coalesce(s."inventory_off_since", now()) > now() - ${LIMITS.zeroingMs} * interval '1 ms'`,
  );
  return row?.count ?? 0;
}

/** Articles (GTIN-14) of a shop's variants. */
export async function linkedArticles(tx: Tx, shopId: number): Promise<string[]> {
  const found = await tx.variant.findMany({
    where: { shopId, gtin: { not: null } },
    distinct: ['gtin'],
    select: { gtin: true },
    orderBy: { gtin: 'asc' },
  });
  return found.flatMap(({ gtin }) => (gtin === null ? [] : [gtin]));
}

/** A run in progress would link the variants again: it ends, and its reader has lost it. */
export async function endCatalogueRuns(tx: Tx, shopId: number): Promise<void> {
  const ended = await rows(
    IdRow,
    tx.$queryRaw`
    UPDATE "catalogue_run" SET "state" = 'failed', "finished_at" = now(), "failure" = 'the shop was removed',
      "lease_until" = NULL, "cursor" = NULL, "next_attempt_at" = NULL
    WHERE "shop_id" = ${shopId} AND "state" IN ('queued', 'reading', 'waiting') RETURNING "id"`,
  );
  const ofRuns = { where: { runId: { in: ended.map(({ id }) => id) } } };
  await tx.stagedPage.deleteMany(ofRuns);
  await tx.stagedProduct.deleteMany(ofRuns);
  await tx.stagedVariant.deleteMany(ofRuns);
}

/** Its variants are no longer articles, and its store has no targets. The variants are locked. */
export async function unlinkVariants(tx: Tx, shopId: number): Promise<void> {
  await tx.variant.updateMany({ where: { shopId, gtin: { not: null } }, data: { gtin: null } });
  await tx.networkQuantity.deleteMany({ where: { shopId } });
  await tx.alert.updateMany({
    where: { kind: 'article_taken', shopId, state: { not: 'resolved' } },
    data: { state: 'resolved', resolvedAt: new Date() },
  });
}

/** Deletes everything with which the store could be called, or an event be accepted as the shop's. */
export async function eraseCredentials(tx: Tx, shop: { id: number; slug: string }): Promise<void> {
  await tx.shopSecret.deleteMany({ where: { shopId: shop.id } });
  await tx.alert.updateMany({
    where: { kind: 'shop_unreadable', subject: `shop:${shop.id}`, state: { not: 'resolved' } },
    data: { state: 'resolved', resolvedAt: new Date() },
  });
  await endDoorAccess(tx, shop.id, {});
  await resumeCalls(tx, shop.id);
  await tx.shopCircuit.deleteMany({ where: { shopId: shop.id } });
}

/** Closes its door: directories, which follow the revision, drop the shop. */
export async function markRemoved(tx: Tx, shopId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE "shop" SET "removed_at" = now(), "revision" = nextval('shop_revision'),
      "credentials_revision" = "credentials_revision" + 1, "bearer_token" = '', "bearer_token_key_id" = '',
      "door_token" = NULL, "door_token_key_id" = NULL, "door_token_set_at" = NULL, "former_door_token" = NULL,
      "former_door_token_key_id" = NULL, "former_door_token_set_at" = NULL, "circuit_open_since" = NULL, "supply_withheld" = false, "paused_until" = NULL, "first_catalogue_at" = NULL
    WHERE "id" = ${shopId}`;
}
