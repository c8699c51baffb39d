import * as vendure from '@vendure/core';
import { fieldsOf } from './fields';

export const HUB_LOCATION = 'HUB_Network';
const CODE = 'hub-network';
const FREE = { rate: '0', includesTax: 'include', taxRate: '0' };

/** Only what the network orders ships that way: no customer of the shop is offered it. */
export const ordersOfTheNetwork = new vendure.ShippingEligibilityChecker({
  code: CODE,
  description: [{ languageCode: vendure.LanguageCode.en, value: 'Orders of the network alone' }],
  args: {},
  check: (_ctx, order) => Boolean(fieldsOf(order).hubRef),
});

/** Gives a service of Vendure by its class. */
export type Get = <Service>(service: vendure.Type<Service>) => Service;
export type Network = Awaited<ReturnType<typeof setUpNetwork>>;

/** Finds what the shop's database holds for the network, its location and its free shipping method, or creates them. */
export async function setUpNetwork(get: Get) {
  const ctx = await get(vendure.RequestContextService).create({ apiType: 'admin' });
  const locations = (await get(vendure.StockLocationService).findAll(ctx)).items;
  const methods = (await get(vendure.ShippingMethodService).findAll(ctx)).items;
  const { id: locationId } =
    locations.find(({ name }) => name === HUB_LOCATION) ??
    (await get(vendure.StockLocationService).create(ctx, { name: HUB_LOCATION }));
  const { id: shippingMethodId } =
    methods.find(({ code }) => code === CODE) ??
    (await get(vendure.ShippingMethodService).create(ctx, {
      code: CODE,
      fulfillmentHandler: 'manual-fulfillment',
      checker: operation(CODE),
      calculator: operation('default-shipping-calculator', FREE),
      translations: [{ languageCode: ctx.languageCode, name: 'HUB Network', description: '' }],
    }));
  const own = locations.map(({ id }) => id).filter((id) => id !== locationId);
  const { precision = 2 } = get(vendure.ConfigService).entityOptions.moneyStrategy;
  return { locationId, ownLocationIds: own.map(String), shippingMethodId, perUnit: 10 ** precision };
}

/** An operation with its arguments, as Vendure takes them. */
export const operation = (code: string, given: Record<string, string> = {}) => ({
  code,
  arguments: Object.entries(given).map(([name, value]) => ({ name, value })),
});
