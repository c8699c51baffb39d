import type { ShippingOrderState, StopState } from '@hub/database';
import { PROMISES } from '@hub/orders/placements';
import type { OrderState, OrderWord } from './order-view';

/** The facts of a shipping order. */
export interface OrderFacts {
  state: ShippingOrderState;
  storeOrderId: string | null;
  stopRequestedAt: Date | null;
  firstSentAt: Date | null;
  failedAt: Date | null;
  packedAt: Date | null;
  /** How often it has said by when it ships (D38). */
  promises: number;
  leaseUntil: Date | null;
  /** Its stop; null: none was requested. */
  stop: { state: StopState; leaseUntil: Date | null } | null;
  /** Its shop said at its door that it does not ship it, and no worker has acted on it so far (D12). */
  isDeclined: boolean;
  /** `restEndedAt`: when a person stated that pieces in no package will not ship (D12). */
  lines: readonly { quantity: number; packaged: number; restEndedAt: Date | null }[];
  /** Whether it still holds the lines it was made for: otherwise another shop has them, or none. */
  holdsItsLines: boolean;
  /** Whether its seller order is neither stopped nor being stopped. */
  orderStands: boolean;
}

/** Its state for its shop. Null: it was never sent there, so that the shop knows nothing of it. */
export function orderStateOf(
  facts: Pick<OrderFacts, 'state' | 'stopRequestedAt' | 'firstSentAt' | 'lines' | 'isDeclined'>,
): OrderState | null {
  const shipped = facts.lines.every(
    ({ quantity, packaged, restEndedAt }) => packaged >= quantity || restEndedAt !== null,
  );
  switch (facts.state) {
    case 'planned':
      return null;
    case 'placed':
      if (shipped) return 'shipped';
      return facts.stopRequestedAt === null && !facts.isDeclined ? 'to_ship' : 'stopping';
    case 'stopped':
      return facts.firstSentAt === null ? null : 'stopped';
    case 'dry_run':
    case 'sending':
    case 'disputed':
    case 'refused':
      return facts.state;
  }
}

/** What its shop may report or do about it now (D12, D18, D35); each action decides again, under its lock. */
export function wordsOf(facts: OrderFacts, now: number): OrderWord[] {
  const underWay = isUnderWay(facts, now);
  const stands = facts.stopRequestedAt === null && facts.orderStands;
  switch (facts.state) {
    case 'placed':
      if (facts.stop !== null) return stopLabelsOf(facts.stop, now);
      return facts.stopRequestedAt === null && !facts.isDeclined ? shippingLabelsOf(facts) : [];
    case 'disputed':
      return underWay ? [] : ['has', 'has_not'];
    case 'sending': {
      const words: OrderWord[] = underWay ? [] : ['has', 'has_not'];
      return facts.failedAt !== null && stands ? [...words, 'resend'] : words;
    }
    case 'refused':
      return stands && facts.holdsItsLines ? ['resend'] : [];
    case 'planned':
    case 'dry_run':
    case 'stopped':
      return [];
  }
}

/** Of an order to ship. */
function shippingLabelsOf({ lines, storeOrderId, packedAt, promises }: OrderFacts): OrderWord[] {
  const nothingPackaged = lines.every(({ packaged }) => packaged === 0);
  const words: OrderWord[] = nothingPackaged && storeOrderId !== null ? ['cannot_ship'] : [];
  return packedAt === null && promises < PROMISES ? [...words, 'ships_by'] : words;
}

/** The state of a stop that its `POST /cancel` has not ended: refused by the store, or not called (D12). */
function stopLabelsOf(stop: NonNullable<OrderFacts['stop']>, now: number): OrderWord[] {
  const isOpen = stop.state === 'failed' || stop.state === 'due';
  return isOpen && !isUnderWay(stop, now) ? ['stopped', 'shipped'] : [];
}

function isUnderWay({ leaseUntil }: { leaseUntil: Date | null }, now: number): boolean {
  return leaseUntil !== null && leaseUntil.getTime() > now;
}
