import type { Tx } from '@hub/database';
import type { Keys } from '@hub/installation';
import { resumeCalls } from '../holds/hold-records';
import { sealDoorToken } from '../shop-records';

/**
 * Sets a bearer token beside those of the sheet (D35), in the caller's transaction: it is tried first, until a sheet
 * names other ones. Refusals of the old ones no longer count: held calls resume (D23).
 */
export async function setDoorToken(
  tx: Tx,
  given: { shopId: number; slug: string; token: string },
  keys: Keys,
): Promise<void> {
  const { shopId: id, slug, token } = given;
  await tx.shop.update({
    where: { id },
    data: {
      ...sealDoorToken(slug, token, keys),
      doorTokenSetAt: new Date(),
      credentialsRevision: { increment: 1 },
    },
    select: { id: true },
  });
  await tx.$executeRaw`UPDATE "shop" SET "revision" = nextval('shop_revision') WHERE "id" = ${id}`;
  await resumeCalls(tx, id);
}
