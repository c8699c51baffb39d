import type { Features } from '@hub/matching';
import { z } from 'zod';

const Words = z.array(z.string());

/** A variant of a product as `listed_product.variants` has it. */
export const KeptVariant = z.object({
  variantId: z.string(),
  features: z.object({
    brand: z.string(),
    size: z.object({ value: z.string().nullable(), system: z.string().nullable() }),
    pieces: z.number(),
    colours: Words,
    audience: Words,
    numbers: Words,
    words: Words,
    sku: z.string().nullable(),
  }),
});
export type KeptVariant = z.output<typeof KeptVariant>;

/** Incremented with each change of `featuresOf`: every product is then listed again. */
export const RULES = 2;

/** For the database. */
export function keep(variantId: string, features: Features): KeptVariant {
  const { colours, audience, numbers, words, ...rest } = features;
  const sets = { colours: [...colours], audience: [...audience], numbers: [...numbers], words: [...words] };
  return { variantId, features: { ...rest, ...sets } };
}

/** A variant as it is compared. */
export interface ListedVariant {
  variantId: string;
  features: Features;
}

/** From the database. */
export function revive({ variantId, features }: KeptVariant): ListedVariant {
  const { colours, audience, numbers, words, ...rest } = features;
  const sets = {
    colours: new Set(colours),
    audience: new Set(audience),
    numbers: new Set(numbers),
    words: new Set(words),
  };
  return { variantId, features: { ...rest, ...sets } };
}
