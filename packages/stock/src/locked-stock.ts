import type { LockedVariant } from './lock-variants';
import { byVariant, keyText, type VariantKey } from './variant-key';

/** Pieces of a variant, chosen before it was locked. */
export interface RequestedPieces extends VariantKey {
  /** The article (GTIN-14) that it was chosen for; absent or null: not known. */
  gtin?: string | null;
  quantity: number;
}

/**
 * What locked variants still give to choices that were made before the locks: nothing if a variant was retired or linked
 * to another article since (D14), and otherwise its free pieces without those that its shop keeps back (D16). The one
 * rule for every reservation (D17).
 */
export class LockedStock {
  private readonly variants: Map<string, { variant: LockedVariant; free: bigint }>;

  /** @param options.withKeptBack for goods that the shop has given already, whatever it keeps back */
  constructor(locked: readonly LockedVariant[], { withKeptBack = false } = {}) {
    this.variants = new Map(
      locked.map((variant) => {
        const { onHand, committed, keptBack } = variant;
        return [
          keyText(variant),
          { variant, free: onHand - committed - BigInt(withKeptBack ? 0 : keptBack) },
        ];
      }),
    );
  }

  /** The variants that do not give all of what is wanted. */
  fallingShort(requested: readonly RequestedPieces[]): VariantKey[] {
    return [...byVariant(requested)]
      .filter(([key, ofVariant]) => !this.gives(key, ofVariant))
      .flatMap(([, [first]]) => (first ? { shopId: first.shopId, variantId: first.variantId } : []));
  }

  /** Those that are linked to another article now. One that is linked to none brings the same goods as before. */
  linkedElsewhere(requested: readonly RequestedPieces[]): VariantKey[] {
    return requested.filter((one) => {
      const now = this.variants.get(keyText(one))?.variant.gtin ?? null;
      return now !== null && isOfAnother(one, now);
    });
  }

  /** Leaves so much less for the next. */
  take(requested: readonly RequestedPieces[]): void {
    for (const one of requested) {
      const stock = this.variants.get(keyText(one));
      if (stock) stock.free -= BigInt(one.quantity);
    }
  }

  private gives(key: string, requested: readonly RequestedPieces[]): boolean {
    const stock = this.variants.get(key);
    if (stock?.variant.state !== 'active') return false;
    if (requested.some((one) => isOfAnother(one, stock.variant.gtin))) return false;
    return requested.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n) <= stock.free;
  }
}

function isOfAnother({ gtin = null }: RequestedPieces, linkedTo: string | null): boolean {
  return gtin !== null && gtin !== linkedTo;
}
