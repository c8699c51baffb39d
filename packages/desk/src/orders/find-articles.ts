import { Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { readArticle } from '../links/article-without-barcode';
import { TITLE_WORDS, wordsOf } from './title-words';

const FoundArticle = z.object({
  gtin: z.string(),
  title: z.string(),
  brand: z.string(),
  /** How many shops have it. */
  shops: z.int(),
});

/** An article of the network, from the catalogue of one of its shops. */
export type FoundArticle = z.output<typeof FoundArticle>;

const AT_ONCE = 20;
/** Maximum of matching products, before those of one article are merged. */
const PRODUCTS = 500;
const GTIN_DIGITS = new Set([8, 12, 13, 14]);

/**
 * The article that a text names by its form: as a GTIN, or as one that people linked without a barcode; null: by words.
 */
function articleNamed(text: string): string | null {
  const id = text.replaceAll(/[ -]/g, '');
  if (/^\d+$/.test(id)) return GTIN_DIGITS.has(id.length) ? id.padStart(14, '0') : null;
  return readArticle(id.toUpperCase());
}

/**
 * Articles by GTIN, by the name of one that people linked, or by words of their title or prefixes of words; accents and
 * case are ignored.
 */
export async function findArticles(db: Database, text: string): Promise<FoundArticle[]> {
  const article = articleNamed(text);
  if (article !== null)
    return listArticles(
      db,
      Prisma.sql`
      SELECT v.gtin, p.title, p.brand, v.shop_id FROM variant v
      JOIN product p ON p.shop_id = v.shop_id AND p.product_id = v.product_id WHERE v.gtin = ${article}`,
    );
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const query = words.map((word) => `'${word}':*`).join(' & ');
  return listArticles(
    db,
    Prisma.sql`
    SELECT v.gtin, p.title, p.brand, v.shop_id FROM (
      SELECT shop_id, product_id, title, brand FROM product
      WHERE ${TITLE_WORDS} @@ to_tsquery('simple', ${query}) LIMIT ${PRODUCTS}
    ) p JOIN variant v ON v.shop_id = p.shop_id AND v.product_id = p.product_id WHERE v.gtin IS NOT NULL`,
  );
}

function listArticles(db: Database, hits: Prisma.Sql): Promise<FoundArticle[]> {
  return rows(
    FoundArticle,
    db.$queryRaw(Prisma.sql`
    SELECT gtin, min(title) AS title, min(brand) AS brand, count(DISTINCT shop_id)::int AS shops
    FROM (${hits}) hit GROUP BY gtin ORDER BY count(DISTINCT shop_id) DESC, min(title), gtin LIMIT ${AT_ONCE}`),
  );
}
