import type { Database, VariantState } from '@hub/database';
import { serial } from './serial';

export interface VariantOverrides {
  shopId: number;
  variantId?: string;
  /** GTIN-14 of its article; `null`: not linked. A new number by default. */
  gtin?: string | null;
  barcode?: string | null;
  sku?: string | null;
  size?: string;
  state?: VariantState;
  /** Pieces at `locationId`; 0 by default. */
  onHand?: number;
  committed?: number;
  locationId?: string;
}

export interface StoredVariant {
  shopId: number;
  variantId: string;
  gtin: string | null;
}

/** Inserts a variant with its own product, and its stock at one location. */
export async function aVariant(db: Database, overrides: VariantOverrides): Promise<StoredVariant> {
  const {
    shopId,
    onHand = 0,
    committed = 0,
    locationId = '1001',
    size = 'One size',
    state = 'active',
  } = overrides;
  const number = serial();
  const variantId = overrides.variantId ?? `V-${number}`;
  const gtin = overrides.gtin === undefined ? aGtin(number) : overrides.gtin;
  const barcode = overrides.barcode === undefined ? gtin : overrides.barcode;
  const productId = `product-of-${variantId}`;
  await db.product.create({
    data: { shopId, productId, title: `Article ${number}`, brand: 'Nordic', images: [] },
  });
  await db.variant.create({
    data: {
      shopId,
      variantId,
      productId,
      size,
      barcode,
      gtin,
      sku: overrides.sku ?? null,
      state,
      onHand,
      committed,
    },
  });
  await db.stockLevel.create({ data: { shopId, variantId, locationId, quantity: onHand } });
  return { shopId, variantId, gtin };
}

/** After the indicator digit: GS1 prefix 73, whose numbers name one article (D14). */
const PREFIX = 730_000_000_000;

/** A valid GTIN-14 for each number, none of them restricted (D14); larger numbers than of the prefix are taken as they are. */
export function aGtin(number: number): string {
  const body = String(number < PREFIX / 100 ? PREFIX + number : number).padStart(13, '0');
  const sum = Array.from(body, (digit, index) => Number(digit) * (index % 2 === 0 ? 3 : 1)).reduce(
    (a, b) => a + b,
  );
  return `${body}${(10 - (sum % 10)) % 10}`;
}
