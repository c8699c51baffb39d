import { LIMITS } from '@hub/contract';
import type { Target } from '@hub/conformance';
import type { Environment } from '@hub/installation';
import type { Shop } from '@hub/shops';

/** The store of a shop, from its own sheet, for a rehearsal. */
export function targetOf(
  shop: Shop,
  { code: runCode, environment }: { code: string; environment: Environment },
  config: {
    ALLOW_INSECURE_STORES: boolean;
    STORE_TIMEOUT_MS: number;
    STORE_RETRY_BASE_MS: number;
    imagesVia: string | undefined;
  },
): Target {
  const { slug, storeApiRoot, hubNetworkLocationId, currency, country, destinationCountries } = shop;
  const [bearerToken = ''] = shop.bearerTokens;
  const [signing = '', ...older] = shop.signingSecrets(Date.now());
  const [firstDestination = country] = destinationCountries;
  const { orders, inventory } = shop.capabilities;
  return {
    storeApiRoot,
    bearerToken,
    signingSecrets: [signing, ...older],
    hubNetworkLocationId,
    locations: shop.locations.map(({ locationId }) => locationId),
    currency,
    country: destinationCountries.has(country) ? country : firstDestination,
    testVariants: [...shop.testVariants],
    runCode,
    shopSlug: slug,
    environment: environment === 'development' ? null : environment,
    restoresNetwork: inventory === 'off',
    trades: orders === 'live' || orders === 'draining',
    allowInsecure: config.ALLOW_INSECURE_STORES,
    imagesVia: config.ALLOW_INSECURE_STORES ? (config.imagesVia ?? null) : null,
    timeoutMs: Math.min(config.STORE_TIMEOUT_MS, LIMITS.attemptTimeoutMs),
    retryBaseMs: config.STORE_RETRY_BASE_MS,
  };
}
