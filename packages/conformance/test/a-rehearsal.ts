import { generatedCatalogue, type SimulatedStore, startStore } from '@hub/store-simulator';
import type { CheckResult, RehearsalRecord } from '../src/record';
import { rehearse, type RehearsalOptions } from '../src/rehearse';
import type { Target } from '../src/target';

export const CREDENTIALS = { bearerToken: 'test-bearer', signingSecret: 'test-secret' };
export const HUB_LOCATION = '9000';
export const RUN_CODE = 'BCDFGHJK';

const GENERATED = generatedCatalogue({
  products: 120,
  variantsPerProduct: 2,
  seed: 1,
  locations: ['1001', '1002'],
  hubLocationId: HUB_LOCATION,
  stock: 50,
});
export const CATALOGUE = Array.from({ length: GENERATED.productCount }, (_, position) =>
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

/** The runner's target for a store on this machine. */
function targetOf(apiRoot: string, change: Partial<Target> = {}): Target {
  return {
    storeApiRoot: apiRoot,
    bearerToken: CREDENTIALS.bearerToken,
    signingSecrets: [CREDENTIALS.signingSecret],
    hubNetworkLocationId: HUB_LOCATION,
    locations: ['1001', '1002'],
    currency: 'EUR',
    country: 'SE',
    testVariants: [],
    runCode: RUN_CODE,
    shopSlug: 'test-shop',
    environment: 'test',
    restoresNetwork: true,
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

/** The checks that did not pass, as text. */
export function notPassed({ checks }: RehearsalRecord): string[] {
  return checks
    .filter(({ result }) => result !== 'passed')
    .map(({ id, fault, reason }: CheckResult) => `${id}: ${fault?.seen ?? reason}`);
}
