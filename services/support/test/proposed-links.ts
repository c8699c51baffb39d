import { randomUUID } from 'node:crypto';
import { inTransaction, type Database } from '@hub/database';
import { recordLinkProposals, type LinkConfidence } from '@hub/support-desk';

/** What speaks for a pair that reads the same; SKUs differ. */
const EVIDENCE = {
  words: 1,
  oddWord: 0,
  distinct: 1,
  sizeUnsaid: 0,
  colours: 0,
  coloursUnsaid: 0,
  numbers: 0,
  numbersUnsaid: 0,
  sku: 0,
};

interface Product {
  title?: string;
  sizes: readonly string[];
  imageUrl?: string;
  barcode?: string | null;
  gtin?: string | null;
}

/** A product whose variants have no barcode, unless one is given. @returns its id; its variants are `<id>-<size>` */
export async function aProduct(db: Database, shopId: number, product: Product): Promise<string> {
  const { title = 'Trail shoe', sizes, imageUrl, barcode = null, gtin = null } = product;
  const productId = `P-${randomUUID().slice(0, 8)}`;
  const images = imageUrl === undefined ? [] : [{ url: imageUrl }];
  await db.product.create({ data: { shopId, productId, title, brand: 'Nordic', images } });
  for (const size of sizes)
    await db.variant.create({
      data: {
        shopId,
        variantId: `${productId}-${size}`,
        productId,
        size,
        barcode,
        gtin,
        linkProblem: gtin === null && barcode === null ? 'missing_barcode' : null,
        state: 'active',
        onHand: 7_353,
        committed: 0,
      },
    });
  return productId;
}

interface Sides {
  a: { shopId: number; productId: string };
  b: { shopId: number; productId: string };
}

/** Proposes each size of a product as the same size of another. @returns ids of the proposals, by size */
export async function proposeSizes(
  db: Database,
  { a, b }: Sides,
  of: { sizes: readonly string[]; score?: number; confidence?: LinkConfidence; now?: Date },
): Promise<Map<string, string>> {
  const { sizes, score = 0.974, confidence = 'sure', now = new Date() } = of;
  const side = ({ shopId, productId }: Sides['a'], size: string) => ({
    shopId,
    productId,
    variantId: `${productId}-${size}`,
  });
  const proposals = sizes.map((size) => ({
    variants: [side(a, size), side(b, size)] as const,
    score,
    confidence,
    evidence: EVIDENCE,
  }));
  await inTransaction(db, (tx) => recordLinkProposals(tx, proposals, now));
  const rows = await db.linkProposal.findMany({
    where: {
      OR: [
        { productA: a.productId, productB: b.productId },
        { productA: b.productId, productB: a.productId },
      ],
    },
  });
  return new Map(rows.map(({ id, variantA, productA }) => [variantA.slice(productA.length + 1), id]));
}
