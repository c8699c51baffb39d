import type { Prisma } from '@hub/database';
import type { ShipTimes } from './ship-times';

/** What the rows of problems and of open work depend on. */
export interface Moments {
  /** Milliseconds since the epoch. */
  now: number;
  shipTimes: ShipTimes;
  placedBefore: Date;
  owedBefore: Date;
  /** A condition on `o`, the seller order. */
  ofOrders: Prisma.Sql;
}
