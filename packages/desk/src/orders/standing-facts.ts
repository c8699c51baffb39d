import type { ShopOfOrder } from './describe-decision-lines';
import type { DescribedOrder } from './describe-order';

type Line = DescribedOrder['lines'][number];
type Shipping = DescribedOrder['shippingOrders'][number];

/** The facts of an order from which it follows where it stands. */
export interface StandingFacts extends Pick<
  DescribedOrder,
  'shop' | 'shopName' | 'state' | 'heldBecause' | 'receivedAt' | 'cancellations'
> {
  lines: readonly Pick<Line, 'lineItemId' | 'state' | 'waitingReason' | 'waitsBecause' | 'closedAt'>[];
  shippingOrders: readonly ShippingFacts[];
  returns: readonly Pick<
    DescribedOrder['returns'][number],
    'state' | 'reportedByName' | 'createdAt' | 'registeredAt'
  >[];
}

export interface ShippingFacts extends Pick<
  Shipping,
  | 'shop'
  | 'shopName'
  | 'externalRef'
  | 'state'
  | 'createdAt'
  | 'firstSentAt'
  | 'lastAttemptAt'
  | 'failedAt'
  | 'placedAt'
  | 'endedAt'
  | 'restStatedAt'
> {
  lines: readonly Pick<Shipping['lines'][number], 'lineItemId' | 'packaged'>[];
  packages: readonly Pick<Shipping['packages'][number], 'packageId' | 'createdAt' | 'tracking'>[];
}

/** Who has it now. `done`: no one needs to act. */
export type StandingWith = 'hub' | 'support' | 'selling_shop' | 'shipping_shop' | 'done';

/** One sentence about where an order stands, such as "Waiting for Suomi Retki to ship, accepted 4 days ago". */
export interface Standing {
  /** The lines that it is about, by the selling shop's ids; none: a package or a return. */
  lines: string[];
  says: string;
  with: StandingWith;
  /** The shop that it names; null: none. */
  shop: ShopOfOrder | null;
  /** What happened last, and when, such as `accepted`. */
  since: { what: string; at: Date };
}

/** Before its lines are known. */
export type FoundStanding = Omit<Standing, 'lines'>;
