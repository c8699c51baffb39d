import type { Criteria, WhyElsewhere } from '@hub/orders/routing';

/** What shops are compared by, the criterion's figure included. */
export function criterionLabel(criterion: Criteria[number]): string {
  switch (criterion.by) {
    case 'distance_band':
      return `the nearest band of ${criterion.km} km`;
    case 'same_parcel':
      return 'a shop that already ships another line of the order';
    case 'free_stock':
      return 'more free stock';
    case 'distance':
      return 'the nearest';
    case 'same_country':
      return 'a shop in the country of the destination';
    case 'load':
      return 'the fewest open orders for each one that it ships in a day';
  }
}

/** Why a line goes to another shop under another policy: said of that shop. */
export const WHY_LABELS: Readonly<Record<WhyElsewhere, string>> = {
  distance_band: 'in a nearer band',
  same_parcel: 'ships another line of the order',
  free_stock: 'has more free stock',
  distance: 'nearer',
  same_country: 'in the country of the destination',
  load: 'has fewer open orders for each one that it ships in a day',
  rank: 'the other shop is full or cannot be called',
  shop_id: 'equal by all criteria: the older shop',
  stock: 'an earlier line takes or leaves the stock',
};

/** The same of a stored name. */
export function whyLabel(why: string): string {
  return Object.entries(WHY_LABELS).find(([name]) => name === why)?.[1] ?? why;
}
