import type { Prisma } from '@hub/database';
import type { Reachability } from '@hub/orders/support';
import type { Moments } from '../works/moments';

/** Who must act so that it continues. `hub`: it is retried automatically. */
export type Actor = 'agent' | 'lead' | 'selling_shop' | 'shipping_shop' | 'hub';

/** What a problem's texts are about. */
export interface Troubled {
  /** Why it waits, or its outcome; null: none is recorded. */
  reason: string | null;
  /** The shop whose store has to be called, or whose people have to act. */
  storeName: string | null;
  /** Whether that store can be called; null: no store is meant. */
  storeIs: Reachability | null;
}

/**
 * A problem of paid orders, defined once: how it is found, who must act and by when, what it means, and its runbook.
 * Orders at risk, cases, first page, alert metrics and commands read it from here.
 */
export interface Problem<Name extends string = string> {
  name: Name;
  /** After a count of one, and of several. */
  one: string;
  many: string;
  /** The title of a case with this cause; none: its items belong to cases of another cause. */
  caseTitle?: (shop: string) => string;
  means: string;
  /** What the customer or the shop may count on. */
  promise: string;
  /**
   * When the promise ends: within an hour of its beginning (D18), within the day that an agent has, or by its shop's time (D38);
   * none: it names no time.
   */
  due?: 'in_an_hour' | 'in_a_day' | 'by_shop';
  whoMustAct: (facts: { reason: string | null; gaveUp: boolean }) => Actor;
  /** Why, as a part of a sentence. */
  why: (troubled: Troubled) => string;
  /** The name of its file. */
  runbook: string;
  /** While its store cannot be called, the store is the cause. */
  behindStore?: true;
  /** Its rows of `riskRows`, in SQL; none: a kind of work finds it (`works`). */
  rows?: (moments: Moments) => Prisma.Sql;
  /** Its rows are of orders that the hub has not stored. */
  ofUnknownOrders?: true;
}

/** Makes a problem; its name stays a literal type. */
export function problem<const Name extends string>(of: Problem<Name>): Problem<Name> {
  return of;
}
