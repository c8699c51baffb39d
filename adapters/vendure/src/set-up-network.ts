import { defaultShippingCalculator, type ID, LanguageCode, ShippingEligibilityChecker } from '@vendure/core';
import { HUB_LOCATION } from './custom-fields';
import type { Services } from './services';

const CODE = 'hub-network';

/** Only what the network orders ships that way: no customer of the shop is offered it. */
export const ordersOfTheNetwork = new ShippingEligibilityChecker({
  code: CODE,
  description: [{ languageCode: LanguageCode.en, value: 'Orders of the network alone' }],
  args: {},
  check: (_ctx, order) => Boolean(order.customFields.hubRef),
});

/** What the shop's database holds for the network. */
export interface Network {
  locationId: ID;
  ownLocationIds: string[];
  shippingMethodId: ID;
  /** Of the smallest unit, in one of the currency. */
  perUnit: number;
}

/** Finds the network's location and its free shipping method, or creates them. */
export async function setUpNetwork({ contexts, locations, methods, money }: Services): Promise<Network> {
  const ctx = await contexts.create({ apiType: 'admin' });
  const all = (await locations.findAll(ctx)).items;
  const location =
    all.find(({ name }) => name === HUB_LOCATION) ?? (await locations.create(ctx, { name: HUB_LOCATION }));
  const method =
    (await methods.findAll(ctx)).items.find(({ code }) => code === CODE) ??
    (await methods.create(ctx, {
      code: CODE,
      fulfillmentHandler: 'manual-fulfillment',
      checker: { code: CODE, arguments: [] },
      calculator: {
        code: defaultShippingCalculator.code,
        arguments: [
          { name: 'rate', value: '0' },
          { name: 'includesTax', value: 'include' },
          { name: 'taxRate', value: '0' },
        ],
      },
      translations: [{ languageCode: ctx.languageCode, name: 'HUB Network', description: '' }],
    }));
  return {
    locationId: location.id,
    ownLocationIds: all.filter(({ id }) => id !== location.id).map(({ id }) => String(id)),
    shippingMethodId: method.id,
    perUnit: 10 ** (money.precision ?? 2),
  };
}
