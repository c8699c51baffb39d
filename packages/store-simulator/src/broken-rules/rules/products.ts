import { errorAnswer, receiptAnswer } from '../../answer';
import type { BrokenRule, PassingCall } from '../broken-rule';
import { callRule, receiptRule } from '../build-rule';
import { changeEach, fieldsOf, without, type Fields } from '../fields';

const endpoint = 'GET /products';
const MARK = '~';
const LAST = 'the-end';

function productRule(id: string, rule: string, change: (product: Fields, passing: PassingCall) => Fields) {
  return receiptRule({ id, rule, endpoint }, (page, passing) =>
    changeEach(page, 'products', (product) => change(product, passing)),
  );
}

function variantRule(id: string, rule: string, change: (variant: Fields, passing: PassingCall) => Fields) {
  return productRule(id, rule, (product, passing) =>
    changeEach(product, 'variants', (variant) => change(variant, passing)),
  );
}

function levelsRule(id: string, rule: string, change: (levels: Fields[], passing: PassingCall) => Fields[]) {
  return variantRule(id, rule, (variant, passing) => {
    const levels = Array.isArray(variant['inventory']) ? variant['inventory'].map(fieldsOf) : [];
    return { ...variant, inventory: change(levels, passing) };
  });
}

function withCursor({ call }: PassingCall, cursor: string): PassingCall['call'] {
  return { ...call, query: new URLSearchParams({ ...Object.fromEntries(call.query), cursor }) };
}

export const PRODUCTS_RULES: BrokenRule[] = [
  callRule(
    {
      id: 'products-cursor-changes',
      rule: 'Cursors are stable: the same from one run to the next.',
      endpoint,
    },
    async (passing) => {
      const cursor = passing.call.query.get('cursor')?.split(MARK)[0];
      const answer = await passing.carryOut(
        cursor === undefined ? passing.call : withCursor(passing, cursor),
      );
      const page = fieldsOf(answer.body);
      if (typeof page['next_cursor'] !== 'string') return answer;
      return receiptAnswer({ ...page, next_cursor: `${page['next_cursor']}${MARK}${passing.store.newId()}` });
    },
  ),
  callRule(
    { id: 'products-cursor-never-null', rule: 'The cursor of the last page is null.', endpoint },
    async (passing) => {
      if (passing.call.query.get('cursor') === LAST)
        return receiptAnswer({ products: [], next_cursor: LAST });
      const answer = await passing.carryOut(passing.call);
      const page = fieldsOf(answer.body);
      return page['next_cursor'] === null ? receiptAnswer({ ...page, next_cursor: LAST }) : answer;
    },
  ),
  callRule(
    { id: 'products-cursor-works-once', rule: 'A repeated read of a page is safe.', endpoint },
    ({ store, call, carryOut }) => {
      const cursor = call.query.get('cursor') ?? '';
      const isUsed = store.receipts.recall('cursor', cursor, null).kind === 'repeat';
      if (cursor !== '') store.receipts.keep('cursor', cursor, { data: null, receipt: {} });
      return isUsed ? errorAnswer('invalid_request', 'is used', 'cursor') : carryOut(call);
    },
  ),
  receiptRule(
    { id: 'products-nothing-listed', rule: 'A complete run carries what the store sells.', endpoint },
    (page) => ({ ...page, products: [] }),
  ),
  receiptRule(
    { id: 'products-cursor-left-out', rule: 'Every page carries the cursor of the next one.', endpoint },
    (page) => without(page, 'next_cursor'),
  ),
  callRule(
    { id: 'products-pages-overlap', rule: 'A complete run names every product once.', endpoint },
    async (passing) => {
      const answer = await passing.carryOut(passing.call);
      if (!passing.call.query.has('cursor')) return answer;
      const first = await passing.carryOut({ ...passing.call, query: new URLSearchParams() });
      const [repeated] = [fieldsOf(first.body)['products']].flat();
      const page = fieldsOf(answer.body);
      return { ...answer, body: { ...page, products: [repeated, ...[page['products']].flat()] } };
    },
  ),
  productRule('products-variant-repeated', 'A complete run names every variant once.', (product) => {
    const variants = [product['variants']].flat();
    return { ...product, variants: [...variants, variants[0]] };
  }),
  variantRule('products-ids-change', 'The ids of variants are stable.', (variant, { store }) => ({
    ...variant,
    variant_id: `${String(variant['variant_id'])}${MARK}${store.newId()}`,
  })),
  levelsRule(
    'products-location-left-out',
    'A variant lists every agreed location, zeros included.',
    (levels, { store }) => levels.filter(({ location_id }) => location_id !== store.options.locations[0]),
  ),
  levelsRule('products-network-left-out', 'A variant lists HUB_Network.', (levels, { store }) =>
    levels.filter(({ location_id }) => location_id !== store.options.hubLocationId),
  ),
  levelsRule(
    'products-network-not-zero',
    'The quantity of HUB_Network starts at 0; only the service writes it.',
    (levels, { store }) =>
      levels.map((level) =>
        level['location_id'] === store.options.hubLocationId
          ? { ...level, quantity: Number(level['quantity']) + 3 }
          : level,
      ),
  ),
  levelsRule('products-location-prefixed', 'Location ids are whole numbers carried as strings.', (levels) =>
    levels.map((level) => ({ ...level, location_id: `loc-${String(level['location_id'])}` })),
  ),
  variantRule(
    'products-stock-of-the-start',
    'A page carries the stock of this moment.',
    (variant, { store }) => ({
      ...variant,
      inventory: store.catalogue.findVariant(String(variant['variant_id']))?.inventory,
    }),
  ),
  callRule(
    {
      id: 'products-left-out-stays',
      rule: 'A variant that is no longer sold is left out of a complete run.',
      endpoint,
    },
    async ({ store, call, carryOut }) => {
      const leftOut = [...store.leftOut];
      store.leftOut.clear();
      const answer = await carryOut(call);
      for (const variantId of leftOut) store.leftOut.add(variantId);
      return answer;
    },
  ),
  variantRule(
    'products-size-left-out',
    'Every variant has a size; without one it is exactly "One size".',
    (variant) => without(variant, 'size'),
  ),
  productRule('products-brand-left-out', 'Every product has a brand.', (product) =>
    without(product, 'brand'),
  ),
  productRule('products-image-left-out', 'Every product has at least one image.', (product) => ({
    ...product,
    images: [],
  })),
  productRule('products-image-not-https', 'Images are public HTTPS addresses.', (product) =>
    changeEach(product, 'images', (image) => ({
      ...image,
      url: String(image['url']).replace('https:', 'http:'),
    })),
  ),
  productRule('products-image-gone', 'Images resolve.', (product) =>
    changeEach(product, 'images', (image) => ({ ...image, url: `${String(image['url'])}.gone` })),
  ),
];
