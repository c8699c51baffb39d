import { Prisma, rows, type Tx } from '@hub/database';
import { secretFingerprint } from '@hub/installation';
import { z } from 'zod';
import type { ShopRow } from '../shop-records';
import type { Sheet } from '../sheet-fields';

const HoldsRow = z.object({ holds: z.boolean() });

/** Faults that depend on the stored state of the network; in the form of those of `parseSheet`. */
export async function refuseChange(
  tx: Tx,
  sheet: Sheet,
  found: { stored: ShopRow | null; reference: string },
): Promise<string[]> {
  const { stored, reference } = found;
  const faults = await sharedSecretFaults(tx, sheet, reference);
  if (stored === null) return faults;
  if (stored.currency !== sheet.currency && (await hasOpenOrders(tx, stored.id))) {
    faults.push(
      'currency: cannot change while the shop has open orders, whose amounts are in the present one',
    );
  }
  if (
    stored.hubNetworkLocationId !== sheet.hubNetworkLocationId &&
    (await showsNetworkStock(tx, stored.id))
  ) {
    faults.push(
      'hub_network_location_id: cannot change while the store shows network quantities at the present one; ' +
        'switch orders off first, until 0 is written everywhere',
    );
  }
  return faults;
}

/** A secret that another shop uses is refused (D2): a signature must identify the shop. */
async function sharedSecretFaults(tx: Tx, sheet: Sheet, reference: string): Promise<string[]> {
  const fingerprints = sheet.signingSecrets.map(({ secret }) => secretFingerprint(reference, secret));
  const taken = await tx.shopSecret.findMany({
    where: { fingerprint: { in: fingerprints }, shop: { slug: { not: sheet.slug } } },
    select: { fingerprint: true },
  });
  const known = new Set(taken.map(({ fingerprint }) => fingerprint));
  return fingerprints.flatMap((fingerprint, index) =>
    known.has(fingerprint) ? [`signing_secrets[${index}]: is used by another shop`] : [],
  );
}

/** Sold and not shipped yet, or to be shipped for another shop. */
async function hasOpenOrders(tx: Tx, shopId: number): Promise<boolean> {
  return holds(
    tx,
    Prisma.sql`EXISTS (
        SELECT 1 FROM "seller_order" o JOIN "order_line" l ON l."seller_order_id" = o."id"
        WHERE o."shop_id" = ${shopId} AND o."mode" = 'live' AND o."state" <> 'stopped' AND l."state" IN ('waiting', 'allocated'))
      OR EXISTS (
        SELECT 1 FROM "shipping_order" s JOIN "shipping_order_line" l ON l."shipping_order_id" = s."id"
        WHERE s."shop_id" = ${shopId} AND s."state" IN ('planned', 'sending', 'disputed', 'placed') AND l."packaged" < l."quantity"
          AND l."rest_ended_at" IS NULL)`,
  );
}

async function showsNetworkStock(tx: Tx, shopId: number): Promise<boolean> {
  return holds(
    tx,
    Prisma.sql`EXISTS (
      SELECT 1 FROM "network_quantity" WHERE "shop_id" = ${shopId} AND ("wanted" > 0 OR "reported" > 0))`,
  );
}

async function holds(tx: Tx, condition: Prisma.Sql): Promise<boolean> {
  const [row] = await rows(HoldsRow, tx.$queryRaw`SELECT (${condition}) AS "holds"`);
  return row?.holds === true;
}
