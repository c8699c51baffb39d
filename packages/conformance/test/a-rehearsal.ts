import {
  type CatalogueProduct,
  generatedCatalogue,
  type SimulatedStore,
  startStore,
} from '@hub/store-simulator';
import type { People } from '../src/people';
import type { CheckResult, RehearsalRecord } from '../src/record';
import { rehearse, type RehearsalOptions } from '../src/rehearse';
import type { Target } from '../src/target';

const CREDENTIALS = { bearerToken: 'test-bearer', signingSecret: 'test-secret' };
const HUB_LOCATION = '9000';

const GENERATED = generatedCatalogue({
  products: 120,
  variantsPerProduct: 2,
  seed: 1,
  locations: ['1001', '1002'],
  hubLocationId: HUB_LOCATION,
  stock: 50,
});
const CATALOGUE = Array.from({ length: GENERATED.productCount }, (_, position) =>
  GENERATED.productAt(position),
);

/** A store that keeps the contract, with more products than one page holds. */
export function aStore(): Promise<SimulatedStore> {
  return startStore({
    ...CREDENTIALS,
    slug: 'test-shop',
    country: 'SE',
    currency: 'EUR',
    hubLocationId: HUB_LOCATION,
    locations: ['1001', '1002'],
    catalogue: CATALOGUE,
  });
}

/** How the runner is told of a store on this machine. */
export function targetOf(apiRoot: string, change: Partial<Target> = {}): Target {
  return {
    storeApiRoot: apiRoot,
    bearerToken: CREDENTIALS.bearerToken,
    signingSecrets: [CREDENTIALS.signingSecret],
    hubNetworkLocationId: HUB_LOCATION,
    locations: ['1001', '1002'],
    currency: 'EUR',
    country: 'SE',
    testVariants: [],
    shopSlug: 'test-shop',
    environment: 'test',
    trades: false,
    allowInsecure: true,
    imagesVia: apiRoot,
    timeoutMs: 5_000,
    retryBaseMs: 1,
    ...change,
  };
}

/** Plays some steps against a store. */
export function rehearsalOf(
  apiRoot: string,
  options: Omit<RehearsalOptions, 'target'> & { change?: Partial<Target> } = {},
): Promise<RehearsalRecord> {
  const { change, ...others } = options;
  return rehearse({ ...others, target: targetOf(apiRoot, change) });
}

/** The simulated store's people: they do what they are asked, and count what they see. */
export function peopleOf(store: SimulatedStore): People {
  const shippingOrders = (externalRef: string) =>
    store.orders.filter((order) => order.kind === 'shipping' && order.externalRef === externalRef);
  return {
    sell: (lines) => {
      const sold = store.sell({ lines: lines.map((line) => ({ ...line, network: true })) });
      return Promise.resolve({
        orderId: sold.orderId,
        lines: sold.lines.map(({ lineId, ...line }) => ({ lineItemId: lineId, ...line })),
      });
    },
    ship: ({ orderId, lines }) => {
      const packed = lines.map(({ externalRef, quantity }) => ({ line: externalRef, quantity }));
      store.ship(orderId, { lines: packed });
      return Promise.resolve(true);
    },
    listVariant: (variantId, listed) => {
      store.sellFrom(CATALOGUE.filter((product) => listed || !sells(product, variantId)));
      return Promise.resolve(true);
    },
    findShippingOrder: (externalRef) => {
      const [order, ...others] = shippingOrders(externalRef);
      return Promise.resolve({
        orders: order ? 1 + others.length : 0,
        paid: order?.paymentStatus === 'paid',
        tagged: order?.tags.includes('hub_ship') ?? false,
        stopped: order?.status === 'cancelled',
      });
    },
    countNotifications: (orderId, trackingNumber) =>
      Promise.resolve(
        store.notifications.filter((one) => one.orderId === orderId && one.trackingNumber === trackingNumber)
          .length,
      ),
    countReturns: (orderId) => Promise.resolve(store.returns.filter((one) => one.orderId === orderId).length),
  };
}

function sells({ variants }: CatalogueProduct, variantId: string): boolean {
  return variants.some(({ variant_id }) => variant_id === variantId);
}

/** What did not pass, in words. */
export function notPassed({ checks }: RehearsalRecord): string[] {
  return checks
    .filter(({ result }) => result !== 'passed')
    .map(({ id, fault, reason }: CheckResult) => `${id}: ${fault?.seen ?? reason}`);
}
