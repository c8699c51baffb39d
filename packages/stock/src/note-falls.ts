import { Prisma } from '@hub/database';

/** The decrease of the free stock of an article (GTIN-14), at whatever shop. */
export interface ArticleFall {
  gtin: string;
  pieces: number;
}

/**
 * A part of a statement, `noted (gtin)`, that counts decreases in the articles' own rows if they have no effect before
 * the article's turn in the sync cycle, which is set already (D16): then no notification is needed. Articles that a
 * calculation is processing at this moment are left out, so nothing is waited for. Counting too much means calculating
 * too soon, never too late.
 * An index of what is due would find all articles for each one: hence the CASE, which it does not answer.
 * @param after CTE of the locks on the decreasing variants: they come first
 */
export function notingFalls(falls: readonly ArticleFall[], after: Prisma.Sql): Prisma.Sql {
  const gtins = falls.map(({ gtin }) => gtin);
  return Prisma.sql`
    fall AS MATERIALIZED (
      SELECT a.gtin, f.pieces
      FROM unnest(${gtins}::bpchar[], ${falls.map(({ pieces }) => pieces)}::bigint[]) AS f (gtin, pieces)
      CROSS JOIN LATERAL (
        SELECT a.gtin FROM article_calculation a
        WHERE a.gtin = f.gtin AND CASE WHEN a.due_at IS NULL THEN false ELSE a.spare >= f.pieces END
          AND (SELECT count(*) FROM ${after}) > 0
        FOR UPDATE SKIP LOCKED
      ) a
    ), noted AS (
      UPDATE article_calculation a SET spare = a.spare - fall.pieces
      FROM fall WHERE a.gtin = fall.gtin AND a.gtin = ANY (${gtins}::bpchar[])
      RETURNING a.gtin
    )`;
}
