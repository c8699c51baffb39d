import { z } from 'zod';

/** A variant at its shop: the key of its row, of its stock and of its network quantity. */
export const VariantKey = z.object({ shopId: z.int(), variantId: z.string() });
export type VariantKey = z.output<typeof VariantKey>;

/** The key as text, for maps. */
export function keyText({ shopId, variantId }: VariantKey): string {
  return `${shopId}/${variantId}`;
}

/** Rows by the text of their variant's key, in their order. */
export function byVariant<T extends VariantKey>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyText(row)) ?? [];
    group.push(row);
    groups.set(keyText(row), group);
  }
  return groups;
}
