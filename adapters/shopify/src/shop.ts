import { AdminApi } from './admin-api';

export interface ShopOptions {
  /** `nordic-outdoor.myshopify.com` */
  domain: string;
  /** Asked at each call: tokens expire. */
  accessToken: () => string | Promise<string>;
  /** Shopify's number of the location that stands for the network: one of the shop's own making, which may fulfil online orders. */
  networkLocationId: string;
  /** Those of the agreed physical locations; the first ships every line without another. */
  locationIds: readonly [string, ...string[]];
  /** Names of the product option that is the size, in the shop's language, case aside; `Size`, where not given. */
  sizeOptions?: readonly string[] | undefined;
  /** Where the Admin API is; Shopify's own address of the shop, where not given. */
  apiRoot?: string | undefined;
  sleep?: ((ms: number) => Promise<void>) | undefined;
}

/** One Shopify shop as the adapter sees it. */
export interface Shop {
  readonly domain: string;
  readonly api: AdminApi;
  readonly networkLocationId: string;
  readonly locationIds: readonly [string, ...string[]];
  readonly sizeOptions: readonly string[];
  readonly sleep: (ms: number) => Promise<void>;
}

/** The tag of shipping orders (contract). */
export const HUB_TAG = 'hub_ship';

export function openShop(options: ShopOptions): Shop {
  const { domain, networkLocationId, locationIds, sizeOptions = ['Size'] } = options;
  const { sleep = (ms) => new Promise((done) => setTimeout(done, ms)) } = options;
  const { accessToken, apiRoot = `https://${domain}/admin/api` } = options;
  const api = new AdminApi({ apiRoot, accessToken, sleep });
  return { domain, api, networkLocationId, locationIds, sizeOptions, sleep };
}
