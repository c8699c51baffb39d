import { openShop, type Shop, type ShopOptions } from '../src/shop';
import { setUpShop } from '../src/set-up-shop';
import type { FakeProduct, FakeVariant } from './fake-admin/data';
import { FakeAdmin, type FakeAdminOptions } from './fake-admin/fake-admin';

export const OWN = '655441491';
export const OTHER = '655441492';
export const NETWORK = '905684977';

export interface TestShop {
  fake: FakeAdmin;
  shop: Shop;
  /** How long the adapter waited in all. */
  waited: () => number;
}

/** A shop at the fake, set up, with two own locations and the network's. */
export async function aShop(options: Partial<FakeAdminOptions & ShopOptions> = {}): Promise<TestShop> {
  const fake = new FakeAdmin({ locationIds: [OWN, OTHER], networkLocationId: NETWORK, ...options });
  await fake.start();
  let waited = 0;
  const shop = openShop({
    domain: fake.domain,
    apiRoot: fake.apiRoot,
    accessToken: () => fake.token,
    networkLocationId: NETWORK,
    locationIds: [OWN, OTHER],
    async sleep(ms) {
      waited += ms;
      fake.passTime(ms);
      await new Promise((done) => setTimeout(done, 2));
    },
    ...options,
  });
  await setUpShop(shop, `${fake.origin}/webhooks-not-read`);
  fake.shop.subscriptions.length = 0;
  return { fake, shop, waited: () => waited };
}

/** Lists a product; its variants have 20 at the shop's first location. */
export function aProduct(
  { fake }: Pick<TestShop, 'fake'>,
  {
    variants = [{}],
    stock = 20,
    ...product
  }: Partial<Omit<FakeProduct, 'variants'>> & { variants?: Partial<FakeVariant>[]; stock?: number } = {},
): FakeProduct {
  const { shop } = fake;
  const id = shop.nextId();
  const listed: FakeProduct = {
    id,
    title: 'Shell jacket',
    vendor: 'Nordic',
    description: 'Keeps the rain out',
    images: [`https://cdn.shopify.com/${id}.jpg`],
    isActive: true,
    ...product,
    variants: variants.map((variant, index) => ({
      id: shop.nextId(),
      productId: id,
      itemId: shop.nextId(),
      title: 'Default Title',
      sku: `SKU-${id}-${index}`,
      barcode: null,
      options: [{ name: 'Title', value: 'Default Title' }],
      tracked: true,
      price: 199.5,
      ...variant,
    })),
  };
  shop.products.push(listed);
  for (const { itemId } of listed.variants) shop.setAvailable(itemId, OWN, stock);
  return listed;
}
