import type { VariantKey } from '@hub/stock';

/** A variant's key as text, for maps. */
export function variantKeyText({ shopId, variantId }: VariantKey): string {
  return `${shopId}/${variantId}`;
}
