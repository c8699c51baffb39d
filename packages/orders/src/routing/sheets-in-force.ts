import { Prisma, rows, type Sql } from '@hub/database';
import { z } from 'zod';

/** A shop's sheet that a decision is based on, by the revision that was read. */
export interface SheetDecidedOn {
  shopId: number;
  revision: bigint;
}

const Outdated = z.object({ outdated: z.int() });

/**
 * How many of these sheets are no longer in force, as `outdated`: nothing decided on them may be stored (D19). A
 * statement apart from the one that locks the sheets (`keepShopSheets`), which reads rows as of its start.
 */
export function outdatedSheets(sheets: readonly SheetDecidedOn[]): Prisma.Sql {
  return Prisma.sql`
    SELECT count(*)::int AS outdated
    FROM unnest(
      ${sheets.map(({ shopId }) => shopId)}::int[],
      ${sheets.map(({ revision }) => revision)}::bigint[]
    ) AS k (id, revision)
    LEFT JOIN LATERAL (SELECT revision FROM shop s WHERE s.id = k.id OFFSET 0) s ON true
    WHERE s.revision IS DISTINCT FROM k.revision`;
}

/** Whether all of these sheets are in force (D19). The caller has locked those that the decision gives lines to. */
export async function areInForce(tx: Sql, sheets: readonly SheetDecidedOn[]): Promise<boolean> {
  const [row] = await rows(Outdated, tx.$queryRaw(outdatedSheets(sheets)));
  return row?.outdated === 0;
}
