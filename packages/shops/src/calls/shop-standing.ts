import { inSqlStatement, rows, type Database } from '@hub/database';
import { Batcher } from '@hub/runtime';
import { z } from 'zod';

const StandingRow = z.object({ id: z.int(), revision: z.bigint(), holds: z.array(z.string()) });

/** The facts of a shop needed at the moment of a call. */
export interface ShopStanding {
  /** Of the sheet in force; null: there is no such shop (any more). */
  revision: bigint | null;
  /** The scopes whose calls are held (D23). */
  holds: readonly string[];
}

const ASKED_AT_ONCE = 500;
/** Under load, queries are held so far apart. */
const ASKED_EVERY_MS = 15;

/**
 * The current state of shops in the database: a sheet or a hold of a moment ago counts for the next call, in any
 * process (D23, D25). Calls that start together query together, so that it costs one small query however many.
 */
export class ShopStandings {
  private readonly asked: Batcher<number, ShopStanding>;

  constructor(db: Database) {
    this.asked = new Batcher(ASKED_AT_ONCE, (ids) => readStandings(db, ids), ASKED_EVERY_MS);
  }

  of(shopId: number): Promise<ShopStanding> {
    return this.asked.add(shopId);
  }
}

async function readStandings(db: Database, ids: readonly number[]): Promise<ShopStanding[]> {
  const found = await rows(
    StandingRow,
    inSqlStatement(
      db,
      (sql) => sql.$queryRaw`
        SELECT s."id", s."revision", ARRAY(SELECT h."operation" FROM "call_hold" h WHERE h."shop_id" = s."id") AS "holds"
        FROM "shop" s WHERE s."id" = ANY(${[...new Set(ids)]}::int[]) AND s."removed_at" IS NULL`,
    ),
  );
  const byId = new Map(found.map(({ id, ...standing }) => [id, standing]));
  return ids.map((id) => byId.get(id) ?? { revision: null, holds: [] });
}
