import { Prisma, rows, type Sql } from '@hub/database';
import { z } from 'zod';
import { claimKeptFalls, type KeptFall, type LooseFall } from './consume-reservations';
import { readOpen, reservationsOf, writeRemaining } from './reservation-records';
import { byVariant, keyText, VariantKey } from './variant-key';

const FallRow = VariantKey.extend({ id: z.bigint(), pieces: z.int(), changedAtNs: z.bigint() });

/**
 * The ids of a variant's decreases, fenced: for the newest of them PostgreSQL would rather read all variants' from the
 * newest on.
 * @param variant a row with the key
 */
export function fallsOf(variant: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`SELECT f.id FROM stock_fall f
    WHERE f.shop_id = ${variant}.shop_id AND f.variant_id = ${variant}.variant_id OFFSET 0`;
}

/** Keeps pieces of decreases for the first shipping order placed after them (D17). The variants are locked. */
export async function keepFalls(tx: Sql, falls: readonly (VariantKey & LooseFall)[]): Promise<void> {
  if (falls.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO stock_fall (shop_id, variant_id, changed_at, pieces)
    SELECT * FROM unnest(
      ${falls.map((fall) => fall.shopId)}::int[],
      ${falls.map((fall) => fall.variantId)}::text[],
      ${falls.map((fall) => fall.changedAtNs)}::bigint[],
      ${falls.map((fall) => fall.pieces)}::int[]
    )`;
}

/**
 * Lets reservations that a shop's figures now include consume earlier decreases. Their variants are locked.
 * @returns the articles (GTIN-14) whose free stock changed
 */
export async function consumeKeptFalls(
  tx: Sql,
  claimed: { variants: readonly VariantKey[]; reservationIds: readonly string[]; fromNs: bigint },
): Promise<string[]> {
  const falls = byVariant(await readFalls(tx, claimed.variants));
  if (falls.size === 0) return [];
  const open = await readOpen(tx, reservationsOf.ids(claimed.reservationIds));
  const claims = [...byVariant(open)].map(([key, ofVariant]) =>
    claimKeptFalls(ofVariant, falls.get(key) ?? [], claimed.fromNs),
  );
  await writeFalls(
    tx,
    claims.flatMap(({ used }) => used),
  );
  return writeRemaining(
    tx,
    claims.flatMap(({ changes }) => changes),
  );
}

/**
 * Deletes decreases that no reservation can claim any more.
 * @returns how many
 */
export async function pruneKeptFalls(tx: Sql): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM stock_fall f WHERE NOT EXISTS (
      SELECT FROM reservation r
      WHERE r.shop_id = f.shop_id AND r.variant_id = f.variant_id AND r.remaining > 0
        AND r.kind = 'reserved' AND r.attempted_at IS NOT NULL AND r.falls_before < f.id
    )`;
}

async function readFalls(tx: Sql, keys: readonly VariantKey[]): Promise<(VariantKey & KeptFall)[]> {
  const variants = new Map(keys.map((key) => [keyText(key), key]));
  return rows(
    FallRow,
    tx.$queryRaw`
    SELECT f.id, f.shop_id AS "shopId", f.variant_id AS "variantId", f.pieces, f.changed_at AS "changedAtNs"
    FROM stock_fall f
    WHERE (f.shop_id, f.variant_id) IN (
      SELECT * FROM unnest(
        ${[...variants.values()].map((key) => key.shopId)}::int[],
        ${[...variants.values()].map((key) => key.variantId)}::text[]
      )
    )
    ORDER BY f.changed_at, f.id`,
  );
}

async function writeFalls(tx: Sql, used: readonly KeptFall[]): Promise<void> {
  if (used.length === 0) return;
  const spent = used.filter(({ pieces }) => pieces === 0);
  const left = used.filter(({ pieces }) => pieces > 0);
  await tx.$executeRaw`DELETE FROM stock_fall WHERE id = ANY (${spent.map(({ id }) => id)}::bigint[])`;
  await tx.$executeRaw`
    UPDATE stock_fall f SET pieces = u.pieces
    FROM unnest(${left.map(({ id }) => id)}::bigint[], ${left.map(({ pieces }) => pieces)}::int[]) AS u (id, pieces)
    WHERE f.id = u.id`;
}
