import * as vendure from '@vendure/core';
import { fieldsOf } from './fields';
import { location as HUB_LOCATION, shippingMethod, shippingText } from './set-up.json';

/** Only what the network orders ships that way: no customer of the shop is offered it. */
export const ordersOfTheNetwork = new vendure.ShippingEligibilityChecker({
  code: shippingMethod.checker.code,
  description: [{ languageCode: vendure.LanguageCode.en, value: 'Orders of the network alone' }],
  args: {},
  check: (_ctx, order) => Boolean(fieldsOf(order).hubRef),
});

/** Gives a service of Vendure by its class. */
export type Get = <Service>(service: vendure.Type<Service>) => Service;
export const contextOf = (get: Get) => get(vendure.RequestContextService).create({ apiType: 'admin' });
export type Network = Awaited<ReturnType<typeof setUpNetwork>>;

/** Finds what the shop's database holds for the network, its location and its free shipping method, or creates them. */
export async function setUpNetwork(get: Get, ctx: vendure.RequestContext) {
  const locations = (await get(vendure.StockLocationService).findAll(ctx)).items;
  const methods = (await get(vendure.ShippingMethodService).findAll(ctx)).items;
  const { id: locationId } =
    locations.find(({ name }) => name === HUB_LOCATION) ??
    (await get(vendure.StockLocationService).create(ctx, { name: HUB_LOCATION }));
  const method = { ...shippingMethod, translations: [{ ...shippingText, languageCode: ctx.languageCode }] };
  const { id: shippingMethodId } =
    methods.find(({ code }) => code === method.code) ??
    (await get(vendure.ShippingMethodService).create(ctx, method));
  const ownLocationIds = locations.map(({ id }) => String(id)).filter((id) => id !== String(locationId));
  return { locationId, ownLocationIds, shippingMethodId };
}
