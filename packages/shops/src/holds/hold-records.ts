import { LIMITS, STORE_ENDPOINTS, type StoreOperation } from '@hub/contract';
import { inTransaction, rows, type Database, type Tx } from '@hub/database';
import { raiseAlert, resolveAlert } from '@hub/alerts';
import { z } from 'zod';
import { scopeOf } from './hold-scope';

const SlugRow = z.object({ slug: z.string() });

/** A shop and the credentials of a call. */
export interface CalledShop {
  id: number;
  slug: string;
  credentialsRevision: bigint;
}

export interface CredentialsRefused {
  shop: CalledShop;
  operation: StoreOperation;
  status: 401 | 403;
  at: Date;
}

/**
 * Holds calls to a store that refused our credentials (D23): all of them on a `401`, those of the same operation on a
 * `403`; one alert for the shop. Does nothing if they are held already, or if the shop has got other credentials since
 * the call was made: those get their own try.
 * @returns whether this call started the hold
 */
export async function holdCalls(db: Database, refused: CredentialsRefused): Promise<boolean> {
  const { shop, operation, status, at } = refused;
  return inTransaction(db, async (tx) => {
    const held = await tx.$executeRaw`
      INSERT INTO "call_hold" ("shop_id", "operation", "status", "since", "next_probe_at")
      SELECT "id", ${scopeOf(status, operation)}, ${status}, ${at}, ${nextProbeAfter(at)} FROM "shop"
      WHERE "id" = ${shop.id} AND "credentials_revision" = ${shop.credentialsRevision} FOR NO KEY UPDATE
      ON CONFLICT DO NOTHING`;
    if (held === 0) return false;
    await noteOnShop(tx, shop.id);
    const { endpoint } = STORE_ENDPOINTS[operation];
    const what = status === 401 ? 'all calls to it are held' : `calls of ${endpoint} are held`;
    const { name } = await tx.shop.findUniqueOrThrow({ where: { id: shop.id }, select: { name: true } });
    await raiseAlert(tx, {
      kind: 'store_unauthorized',
      subject: subjectOf(shop.slug),
      shopId: shop.id,
      message: `The store of ${name} answers ${status}: ${what}, with one probe every five minutes.`,
      detail: { status, endpoint },
    });
    return true;
  });
}

/**
 * Ends holds of a shop, all or those of the given scopes, and the alert with the last of them: after a probe that
 * succeeded, with other credentials, or by support (D23).
 * @returns whether there was one
 */
export async function resumeCalls(tx: Tx, shopId: number, scopes?: readonly string[]): Promise<boolean> {
  const [shop] = await rows(
    SlugRow,
    tx.$queryRaw`
    SELECT "slug" FROM "shop" WHERE "id" = ${shopId} FOR NO KEY UPDATE`,
  );
  const where = { shopId, ...(scopes === undefined ? {} : { operation: { in: [...scopes] } }) };
  const { count: resumed } = await tx.callHold.deleteMany({ where });
  if (shop === undefined || resumed === 0) return false;
  await tx.$executeRaw`
    DELETE FROM "held_call" c WHERE c."shop_id" = ${shopId} AND NOT EXISTS (
      SELECT FROM "call_hold" h WHERE h."shop_id" = c."shop_id" AND h."operation" IN ('all', c."operation"))`;
  await noteOnShop(tx, shopId);
  if ((await tx.callHold.count({ where: { shopId } })) === 0)
    await resolveAlert(tx, 'store_unauthorized', subjectOf(shop.slug));
  return true;
}

/** A shop's row records since when all calls, and since when its `POST /orders`, are held: routing reads it (D19). */
export async function noteOnShop(tx: Tx, shopId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE "shop" SET "calls_held_since" = h."all_since", "next_probe_at" = h."probe_at", "orders_held_since" = h."orders_since"
    FROM (
      SELECT min("since") FILTER (WHERE "operation" = 'all') AS "all_since",
        min("next_probe_at") FILTER (WHERE "operation" = 'all') AS "probe_at",
        min("since") FILTER (WHERE "operation" IN ('all', 'place_order')) AS "orders_since"
      FROM "call_hold" WHERE "shop_id" = ${shopId}
    ) h WHERE "id" = ${shopId}`;
}

export function nextProbeAfter(at: Date): Date {
  return new Date(at.getTime() + LIMITS.holdProbeMs);
}

function subjectOf(slug: string): string {
  return `shop:${slug}`;
}
