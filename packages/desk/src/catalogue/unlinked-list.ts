import { StorableText } from '@hub/contract';
import { choice, shop } from '../engine/filters';
import { shopCell } from '../engine/cell';
import { firstOf, list } from '../engine/list';
import type { PlaceText } from '../engine/places';
import { figure } from '../words/amount';
import { countUnlinked, listUnlinked, type UnlinkedPlace, type UnlinkedVariant } from './unlinked-variants';

/** What keeps a variant from its article, and what its shop can do (D14). */
const PROBLEMS = {
  missing_barcode: 'no barcode: its shop enters the GTIN',
  invalid_barcode: 'the barcode is no valid GTIN: its shop corrects it',
  restricted_barcode: 'the barcode is a company’s own or names no single article: only people can link it',
  duplicate_barcode: 'another variant of the shop has the same barcode: its shop gives each its own',
  article_taken:
    'it came back, and another variant of the shop has its article: its shop decides which one it is',
} as const;
const WORDS: ReadonlyMap<string, string> = new Map(Object.entries(PROBLEMS));

/** The shop and the id of its variant, which may be any text. */
const BY_VARIANT: PlaceText<UnlinkedPlace> = {
  write: ({ shopId, variantId }) => `${shopId} ${variantId}`,
  read(given) {
    const [, shopId, variantId] = /^(\d{1,9}) (.+)$/s.exec(given) ?? [];
    if (variantId === undefined || !StorableText.safeParse(variantId).success) return null;
    return { shopId: Number(shopId), variantId };
  },
};

/** Variants that are linked to no article: no other shop can ship them, nor be shipped for. */
export const unlinkedList = list<UnlinkedVariant>()({
  path: '/unlinked',
  title: 'Unlinked variants',
  command: {
    name: 'catalogue.unlinked',
    says: 'variants that are linked to no article, and why',
    under: 'variants',
  },
  section: 'shops',
  noun: 'unlinked variant',
  about:
    'Variants of different shops are one article where their barcodes are the same GTIN. A variant without a valid barcode of its own is linked to no article: no other shop ships it, and it ships for none. The shop’s next catalogue run links it once the barcode is right. The rest is proposed to people.',
  links: [{ text: 'Proposed links', href: '/links', keeps: ['shop'] }],
  filters: {
    shop: shop('Shop', 'of this shop'),
    why: choice(
      'Why',
      Object.entries(PROBLEMS).map(([problem, words]) => [problem, words.split(':')[0] ?? words] as const),
    ),
  },
  sorts: [],
  columns: [
    { name: 'Shop', cell: ({ shop: slug, shopName }) => shopCell(slug, shopName) },
    {
      name: 'Article',
      head: true,
      cell: ({ title, brand, size }) => ({ text: title, below: `${brand}, ${size}` }),
    },
    { name: 'Brand', only: 'file', cell: ({ brand }) => brand },
    { name: 'Size', only: 'file', cell: ({ size }) => size },
    { name: 'Variant', cell: ({ variantId }) => ({ text: variantId, isReference: true }) },
    { name: 'SKU', cell: ({ sku }) => sku },
    { name: 'Barcode', cell: ({ barcode }) => ({ text: barcode, otherwise: 'none' }) },
    {
      name: 'Pieces',
      number: true,
      cell: ({ onHand }) => ({ text: String(onHand), shown: figure(String(onHand)) }),
    },
    {
      name: 'Why',
      cell: ({ linkProblem }) => linkProblem && (WORDS.get(linkProblem) ?? linkProblem),
    },
  ],
  json: (variant) => ({
    shop: variant.shop,
    variant_id: variant.variantId,
    title: variant.title,
    brand: variant.brand,
    size: variant.size,
    sku: variant.sku,
    barcode: variant.barcode,
    pieces: Number(variant.onHand),
    why: variant.linkProblem,
  }),
  place: BY_VARIANT,
  async counts({ db }) {
    return (await countUnlinked(db)).map(({ shop: slug, name, unlinked }) => ({
      label: name,
      count: unlinked,
      tone: 'warn',
      filter: { shop: slug },
    }));
  },
  async read({ db }, { filter: { shop: shopId, why: problem }, after, limit }) {
    const found = await listUnlinked(db, { shopId, problem, after, limit: limit + 1 });
    return firstOf(found, { limit, placeOf: (variant) => variant });
  },
});
