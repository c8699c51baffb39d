import { inTransaction, rows, type Database, type Tx } from '@hub/database';
import {
  countBodyKeys,
  liveProcesses,
  makeCurrent,
  rotateBodyKeys,
  SecretUnreadableError,
  type Key,
  type Keys,
  type LiveProcess,
} from '@hub/installation';
import { z } from 'zod';
import {
  findShopRow,
  openCredentials,
  openDoorToken,
  openFormerDoorToken,
  sealBearerTokens,
  sealDoorToken,
  sealFormerDoorToken,
  sealSigningSecret,
} from '../shop-records';

const KeyUse = z.object({ keyId: z.string(), shops: z.int() });
const SlugRow = z.object({ slug: z.string() });

export type RotationRefusal =
  /** The first key of the list is the current one, and nothing is encrypted under another. */
  | { kind: 'nothing_to_rotate' }
  /** Running processes that could not decrypt what would be encrypted under the new key. */
  | { kind: 'processes_lack_key'; processes: LiveProcess[] };

export interface Rotated {
  kind: 'rotated';
  to: string;
  /** Shops whose secrets were re-encrypted. */
  shops: number;
  /** Those with a secret that none of the keys decrypts: they are unchanged. */
  unreadable: string[];
  /** Body keys (D33) that none of the keys decrypts, and with them their bodies. */
  unreadableBodyKeys: number;
}

/**
 * Makes the first key of the list the current one and re-encrypts everything under it (D34), shop by shop while all
 * runs; for bodies (D33) the keys that encrypt them. If killed midway, the next run continues. The reference key is
 * unchanged.
 */
export async function rotateKeys(db: Database, keys: Keys): Promise<Rotated | RotationRefusal> {
  const [first] = keys.ring.keys;
  if (first === undefined) return { kind: 'nothing_to_rotate' };
  if (first.id === keys.current.id && (await isAllUnder(db, first.id))) return { kind: 'nothing_to_rotate' };
  const begun = await inTransaction(db, async (tx) => {
    const lacking = (await liveProcesses(tx)).filter(({ keyIds }) => !keyIds.includes(first.id));
    if (lacking.length > 0) return { lacking, unreadableBodyKeys: 0 };
    await makeCurrent(tx, keys, first);
    return { lacking, unreadableBodyKeys: await rotateBodyKeys(tx, keys, first) };
  });
  const { lacking, unreadableBodyKeys } = begun;
  if (lacking.length > 0) return { kind: 'processes_lack_key', processes: lacking };
  const unreadable: string[] = [];
  let shops = 0;
  for (const slug of await shopsNotUnder(db, first.id)) {
    const done = await inTransaction(db, (tx) => encryptAgain(tx, slug, { ...keys, current: first }));
    if (done) shops += 1;
    else unreadable.push(slug);
  }
  return { kind: 'rotated', to: first.id, shops, unreadable, unreadableBodyKeys };
}

/** How many shops have a secret under each key. */
export async function shopsByKey(db: Database): Promise<{ keyId: string; shops: number }[]> {
  return rows(
    KeyUse,
    db.$queryRaw`
    SELECT "keyId", count(DISTINCT "shop")::int AS "shops" FROM (
      SELECT "bearer_token_key_id" AS "keyId", "id" AS "shop" FROM "shop" WHERE "removed_at" IS NULL
      UNION ALL SELECT "door_token_key_id", "id" FROM "shop" WHERE "door_token" IS NOT NULL
      UNION ALL SELECT "former_door_token_key_id", "id" FROM "shop" WHERE "former_door_token" IS NOT NULL
      UNION ALL SELECT "key_id", "shop_id" FROM "shop_secret") used
    GROUP BY "keyId" ORDER BY "keyId"`,
  );
}

async function isAllUnder(db: Database, keyId: string): Promise<boolean> {
  const bodyKeys = await countBodyKeys(db);
  return bodyKeys.every((one) => one.keyId === keyId) && (await shopsNotUnder(db, keyId)).length === 0;
}

async function shopsNotUnder(db: Database, keyId: string): Promise<string[]> {
  const found = await rows(
    SlugRow,
    db.$queryRaw`
    SELECT "slug" FROM "shop" s WHERE "removed_at" IS NULL AND ("bearer_token_key_id" <> ${keyId} OR "door_token_key_id" <> ${keyId}
      OR "former_door_token_key_id" <> ${keyId}
      OR EXISTS (SELECT 1 FROM "shop_secret" x WHERE x."shop_id" = s."id" AND x."key_id" <> ${keyId}))
    ORDER BY "slug"`,
  );
  return found.map(({ slug }) => slug);
}

/** Running processes are unaffected: they have the secrets decrypted. @returns false if one does not decrypt */
async function encryptAgain(tx: Tx, slug: string, keys: Keys & { current: Key }): Promise<boolean> {
  await tx.$executeRaw`SELECT 1 FROM "shop" WHERE "slug" = ${slug} FOR UPDATE`;
  const row = await findShopRow(tx, slug);
  if (row === null || row.removedAt !== null) return true;
  try {
    const { sheetTokens, signingSecrets } = openCredentials(row, keys.ring);
    const doorToken = openDoorToken(row, keys.ring);
    const formerToken = openFormerDoorToken(row, keys.ring);
    await tx.shop.update({
      where: { id: row.id },
      data: {
        ...sealBearerTokens(slug, sheetTokens, keys),
        ...(doorToken === null ? {} : sealDoorToken(slug, doorToken, keys)),
        ...(formerToken === null ? {} : sealFormerDoorToken(slug, formerToken, keys)),
      },
    });
    for (const [index, { id }] of row.secrets.entries()) {
      const secret = signingSecrets[index];
      if (secret) await tx.shopSecret.update({ where: { id }, data: sealSigningSecret(slug, secret, keys) });
    }
    return true;
  } catch (error) {
    if (error instanceof SecretUnreadableError) return false;
    throw error;
  }
}
