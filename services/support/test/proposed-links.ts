import { randomUUID } from 'node:crypto';
import type { Database } from '@hub/database';
import type { LinkConfidence } from '@hub/desk/links';
import { aLinkProposal } from '@hub/testing';

interface Product {
  title?: string;
  sizes: readonly string[];
  imageUrl?: string;
  barcode?: string | null;
  gtin?: string | null;
}

/** A product whose variants have no barcode unless given. @returns its id; its variants are `<id>-<size>` */
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
  const ids = new Map<string, string>();
  for (const size of sizes) {
    const pair = [side(a, size), side(b, size)] as const;
    ids.set(size, await aLinkProposal(db, pair, { score, confidence, madeAt: now }));
  }
  return ids;
}
