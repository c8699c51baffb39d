import type { CapabilityState, VariantState } from '@hub/database';
import type { InjectionFacts, VariantFacts } from '../src/facts';

export interface VariantOptions {
  variantId?: string;
  gtin?: string | null;
  state?: VariantState;
  freeStock?: number;
  testVariant?: boolean;
  splitRate?: string | null;
  currency?: string;
  orders?: CapabilityState;
  inventory?: CapabilityState;
  countries?: Iterable<string>;
  suspended?: boolean;
  heldForLong?: boolean;
  paused?: boolean;
  trialTraffic?: boolean;
  injection?: InjectionFacts | null;
}

/** A live shop's linked, active variant, with ten pieces free and a split rate agreed. */
export function aVariantOf(shopId: number, options: VariantOptions = {}): VariantFacts {
  const { currency = 'EUR', orders = 'live', inventory = 'live', countries = ['SE', 'NO'] } = options;
  const { gtin = '00000000000017', state = 'active', splitRate = '0.7' } = options;
  const { variantId = `V-${shopId}`, freeStock = 10, testVariant = false } = options;
  const destinationCountries = countries instanceof Set ? countries : new Set(countries);
  const {
    paused = false,
    suspended = false,
    heldForLong = false,
    trialTraffic = false,
    injection = null,
  } = options;
  const standing = { suspended, heldForLong, paused, trialTraffic, injection };
  const shop = Object.assign(standing, { shopId, currency, orders, inventory, destinationCountries });
  return { shopId, variantId, shop, gtin, state, freeStock, testVariant, splitRate };
}
