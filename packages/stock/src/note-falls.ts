import { Prisma } from '@hub/database';

/** By so many pieces the free stock of an article (GTIN-14) falls, whose shop is of no matter. */
export interface ArticleFall {
  gtin: string;
  pieces: number;
}

/**
 * A part of a statement, `noted (gtin)`, that counts falls in the articles' own rows where nothing follows from them before
 * the article's moment in the sync cycle, which is set already (D16): then nobody needs to be told. Whatever a calculation
 * has in hand at this moment is left out, so nobody is waited for. Counted too much is calculated too soon, never too late.
 * @param after CTE of the locks on the variants that fall: they come first
 */
export function notingFalls(falls: readonly ArticleFall[], after: Prisma.Sql): Prisma.Sql {
  const gtins = falls.map(({ gtin }) => gtin);
  return Prisma.sql`
    fall AS MATERIALIZED (
      SELECT a.gtin, f.pieces
      FROM unnest(${gtins}::bpchar[], ${falls.map(({ pieces }) => pieces)}::bigint[]) AS f (gtin, pieces)
      CROSS JOIN LATERAL (
        SELECT a.gtin FROM article_calculation a
        WHERE a.gtin = f.gtin AND a.due_at IS NOT NULL AND a.spare >= f.pieces AND (SELECT count(*) FROM ${after}) > 0
        FOR UPDATE SKIP LOCKED
      ) a
    ), noted AS (
      UPDATE article_calculation a SET spare = a.spare - fall.pieces
      FROM fall WHERE a.gtin = fall.gtin AND a.gtin = ANY (${gtins}::bpchar[])
      RETURNING a.gtin
    )`;
}
