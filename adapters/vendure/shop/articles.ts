/** What both shops of a trial list; what each has of it differs. */
export interface Article {
  slug: string;
  name: string;
  brand: string;
  colour: string;
  price: string;
  sizes: readonly { size: string; barcode: string }[];
}

export const ARTICLES: readonly Article[] = [
  {
    slug: 'trail-jacket',
    name: 'Trail jacket',
    brand: 'Fjordline',
    colour: '#2f6f5e',
    price: '129.00',
    sizes: [
      { size: 'S', barcode: '4006381333931' },
      { size: 'M', barcode: '4006381333948' },
      { size: 'L', barcode: '4006381333955' },
    ],
  },
  {
    slug: 'wool-hat',
    name: 'Wool hat',
    brand: 'Fjordline',
    colour: '#a8553a',
    price: '35.00',
    sizes: [{ size: '', barcode: '4006381333962' }],
  },
  {
    slug: 'camp-stove',
    name: 'Camp stove',
    brand: 'Glimt',
    colour: '#3b4a6b',
    price: '80.00',
    sizes: [{ size: '', barcode: '4006381333979' }],
  },
  {
    slug: 'rain-trousers',
    name: 'Rain trousers',
    brand: 'Regnbo',
    colour: '#c09a2b',
    price: '100.00',
    sizes: [
      { size: 'M', barcode: '4006381333986' },
      { size: 'L', barcode: '4006381333993' },
    ],
  },
];

/** Vendure's own import format. `stock` is by sku; what it does not name, the shop has none of. */
export function articlesCsv(stock: Readonly<Record<string, number>>): string {
  const columns =
    'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets,product:brand,variant:size,variant:barcode';
  const rows = ARTICLES.flatMap(({ slug, name, brand, price, sizes }) =>
    sizes.map(({ size, barcode }, at) => {
      const sku = skuOf(slug, size);
      const product =
        at === 0 ? [name, slug, `${name} by ${brand}.`, `${slug}.svg`, ''] : ['', '', '', '', ''];
      const group = at === 0 && size ? 'size' : '';
      // The first article's size is read off its option, the others' from the custom field.
      const field = slug === 'trail-jacket' ? '' : size;
      const variant = [group, size, sku, price, 'standard', stock[sku] ?? 0, 'true', '', ''];
      return [...product, ...variant, at === 0 ? brand : '', field, barcode].join(',');
    }),
  );
  return `${columns}\n${rows.join('\n')}\n`;
}

export const skuOf = (slug: string, size: string): string =>
  [slug, size].filter(Boolean).join('-').toUpperCase();

/** A picture in one colour with a name on it. */
export function picture({ name, colour }: Article): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480"><rect width="480" height="480" fill="${colour}"/><text x="240" y="255" font-family="sans-serif" font-size="44" fill="white" text-anchor="middle">${name}</text></svg>`;
}
