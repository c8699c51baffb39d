import { LIMITS } from '@hub/contract';

/** A shop of the demonstration before it is open. */
export interface ShopPlan {
  slug: string;
  name: string;
  city: string;
  country: string;
  latitude: number;
  longitude: number;
}

/** The two that ship. Helsinki tends to have more in stock; Stockholm is nearer to the customer. */
const SHIPPING: ShopPlan[] = [
  {
    slug: 'nordic-outdoor',
    name: 'Nordic Outdoor',
    city: 'Stockholm',
    country: 'SE',
    latitude: 59.33,
    longitude: 18.06,
  },
  {
    slug: 'suomi-retki',
    name: 'Suomi Retki',
    city: 'Helsinki',
    country: 'FI',
    latitude: 60.17,
    longitude: 24.94,
  },
];

/** The one that sells what it lacks. */
const SELLING: ShopPlan = {
  slug: 'dansk-friluft',
  name: 'Dansk Friluft',
  city: 'Copenhagen',
  country: 'DK',
  latitude: 55.68,
  longitude: 12.57,
};

export const SHOP_PLANS: readonly ShopPlan[] = [...SHIPPING, SELLING];
export const SELLING_SLUG = SELLING.slug;

/** One currency for all: nothing is converted (D19). */
export const CURRENCY = 'EUR';
export const DESTINATIONS = ['SE', 'FI', 'DK', 'NO'];
export const LOCATION_ID = '1001';
export const HUB_LOCATION_ID = '9000';
export const SPLIT_RATE = 0.7;
/** With problems: an order that is not shipped is late while one watches. */
export const SHORT_SHIP_WITHIN = '15s';

/** A little more than one page, so that a pull shows paging. */
export const GENERATED_PRODUCTS = LIMITS.pageSize + 10;
