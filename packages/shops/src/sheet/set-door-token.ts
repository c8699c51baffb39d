import { rows, type Tx } from '@hub/database';
import { SecretUnreadableError, type Keys } from '@hub/installation';
import { z } from 'zod';
import { resumeCalls } from '../holds/hold-records';
import { findShopRow, openDoorToken, sealDoorToken, type ShopRow } from '../shop-records';

const SlugRow = z.object({ slug: z.string() });

/**
 * Sets a bearer token beside those of the sheet (D35), in the caller's transaction: it is tried first, until a sheet
 * names other ones. The one that it replaces is kept, to be taken back, unless it cannot be decrypted. The same token again
 * replaces nothing. Refusals of the old ones no longer count: held calls resume (D23).
 * @returns false if it is no shop of the network: nothing is stored
 */
export async function setDoorToken(
  tx: Tx,
  given: { slug: string; token: string },
  keys: Keys,
): Promise<boolean> {
  const { slug, token } = given;
  const row = await lockShop(tx, slug);
  if (row === null) return false;
  const { id } = row;
  const before = tokenOf(row, keys);
  if (before !== token)
    await tx.shop.update({
      where: { id },
      data: {
        ...sealDoorToken(slug, token, keys),
        doorTokenSetAt: new Date(),
        ...(before === null
          ? { formerDoorToken: null, formerDoorTokenKeyId: null, formerDoorTokenSetAt: null }
          : {
              formerDoorToken: row.doorToken,
              formerDoorTokenKeyId: row.doorTokenKeyId,
              formerDoorTokenSetAt: row.doorTokenSetAt,
            }),
      },
      select: { id: true },
    });
  await sendFromNowOn(tx, id);
  return true;
}

/** Why a bearer token is not taken back. `another`: the one that was seen is no longer sent. */
export type NotTakenBack = 'unknown_shop' | 'none_set' | 'another';

/**
 * Takes a shop's bearer token of the door back, in the caller's transaction: the one that it replaced is sent again, or those of
 * the sheet. Held calls resume with it (D23).
 * @param of.setAt when the token was set: a newer one stays
 * @returns what is sent from now on
 */
export async function takeDoorTokenBack(
  tx: Tx,
  { slug, setAt }: { slug: string; setAt: Date },
): Promise<'door' | 'sheet' | NotTakenBack> {
  const row = await lockShop(tx, slug);
  if (row === null) return 'unknown_shop';
  if (row.doorToken === null) return 'none_set';
  if (row.doorTokenSetAt?.getTime() !== setAt.getTime()) return 'another';
  await tx.shop.update({
    where: { id: row.id },
    data: {
      doorToken: row.formerDoorToken,
      doorTokenKeyId: row.formerDoorTokenKeyId,
      doorTokenSetAt: row.formerDoorTokenSetAt,
      formerDoorToken: null,
      formerDoorTokenKeyId: null,
      formerDoorTokenSetAt: null,
    },
    select: { id: true },
  });
  await sendFromNowOn(tx, row.id);
  return row.formerDoorToken === null ? 'sheet' : 'door';
}

/** Running services read the shop again, and refusals of the token before no longer count. */
async function sendFromNowOn(tx: Tx, id: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE "shop" SET "revision" = nextval('shop_revision'), "credentials_revision" = "credentials_revision" + 1
    WHERE "id" = ${id}`;
  await resumeCalls(tx, id);
}

/** Null: it is no shop of the network. */
async function lockShop(tx: Tx, slug: string): Promise<ShopRow | null> {
  const [locked] = await rows(
    SlugRow,
    tx.$queryRaw`SELECT "slug" FROM "shop" WHERE "slug" = ${slug} AND "removed_at" IS NULL FOR NO KEY UPDATE`,
  );
  return locked === undefined ? null : findShopRow(tx, slug);
}

/** The token that was set before. @returns null if there is none, or it cannot be decrypted: it is of no use to anyone */
function tokenOf(row: ShopRow, keys: Keys): string | null {
  try {
    return openDoorToken(row, keys.ring);
  } catch (error) {
    if (error instanceof SecretUnreadableError) return null;
    throw error;
  }
}
