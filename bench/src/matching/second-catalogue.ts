import type { Listing } from '@hub/matching';
import { Chance } from '@hub/testing';
import { inOtherWords } from './other-words';

/** A variant as the first shop offers it; `productId` groups variants that stay in the same half. */
export interface Offered {
  id: string;
  productId: string;
  listing: Listing;
}

/**
 * A variant of the second shop: of the same article as `of`, or, with null, of an article that the first shop does not
 * have.
 */
export interface OfferedToo {
  listing: Listing;
  of: string | null;
  /** How it was changed, for the table of errors. */
  noise: string;
}

/** Products that the second shop has as well. */
const SHARED = 0.6;
/**
 * Of those, sold by the second shop as a pack, in another colour, or in another generation, in addition to or instead
 * of the same.
 */
const TRAPS = 0.15;

/**
 * A second catalogue of the same goods: other words, abbreviations, other languages, other skus, typing errors; and
 * near misses: packs, other colours, other generations. Deterministic by seed.
 */
export function secondCatalogue(first: readonly Offered[], seed: number): OfferedToo[] {
  const chance = new Chance(seed);
  const products = byProduct(first);
  return [...products.values()].flatMap((variants) => {
    if (!chance.happens(SHARED)) return [];
    // A shop writes all sizes of a product the same way.
    const write = inOtherWords(chance);
    const same = variants
      .filter(() => chance.happens(0.9))
      .map(({ id, listing }) => ({ of: id, ...write(listing) }));
    if (!chance.happens(TRAPS)) return same;
    const trap = chance.pick([asPack, asNextGeneration, inAnotherColour]);
    const traps = variants.map(({ listing }) => trap(write(listing)));
    return chance.happens(0.5) ? [...same, ...traps] : traps;
  });
}

type Written = Omit<OfferedToo, 'of'>;

const asPack = ({ listing, noise }: Written): OfferedToo => ({
  of: null,
  listing: { ...listing, title: `${listing.title} 2er Pack`, sku: null },
  noise: `pack; ${noise}`,
});

function asNextGeneration({ listing, noise }: Written): OfferedToo {
  const counted = /\b(\d+)\b/.exec(listing.title);
  const title = counted
    ? listing.title.replace(/\b\d+\b/, String(Number(counted[1]) + 1))
    : `${listing.title} II`;
  return { of: null, listing: { ...listing, title, sku: null }, noise: `generation; ${noise}` };
}

function inAnotherColour({ listing, noise }: Written): OfferedToo {
  const size = listing.size === 'One size' ? [] : [listing.size];
  return {
    of: null,
    listing: {
      ...listing,
      title: listing.title.replace(/ (?:in|-) .*$/i, ''),
      variantTitle: ['Turquoise', ...size].join(' / '),
      sku: null,
    },
    noise: `other colour; ${noise}`,
  };
}

function byProduct(all: readonly Offered[]): Map<string, Offered[]> {
  const products = new Map<string, Offered[]>();
  for (const one of all) products.set(one.productId, [...(products.get(one.productId) ?? []), one]);
  return products;
}
