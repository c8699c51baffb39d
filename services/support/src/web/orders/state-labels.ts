import type { OrderTimeline } from '@hub/desk/orders';
import type { StateLabel } from '../layout/state';

type Shipping = OrderTimeline['shippingOrders'][number];
type Words<State extends string> = Record<State, StateLabel>;

type Line = OrderTimeline['lines'][number];

const LINE_STATES: Words<Line['state']> = {
  own: { text: "the shop's own", tone: 'quiet' },
  waiting: { text: 'waits for a shop', tone: 'bad' },
  allocated: { text: 'at a shop', tone: 'warn' },
  shipped: { text: 'shipped', tone: 'good' },
  stopped: { text: 'stopped', tone: 'quiet' },
  unfulfillable: { text: 'closed: no shop ships it', tone: 'quiet' },
};

/** The state of a line; one that has only just arrived is still being routed. */
export function lineText({ state, waitingReason }: Line): StateLabel {
  if (state === 'waiting' && waitingReason === null)
    return { text: 'a shop is being looked for', tone: 'warn' };
  return LINE_STATES[state];
}

const SHIPPING_STATES: Words<Shipping['state']> = {
  planned: { text: 'to be placed', tone: 'warn' },
  sending: { text: 'being placed', tone: 'warn' },
  placed: { text: 'the shop has it', tone: 'good' },
  refused: { text: 'refused by the shop', tone: 'bad' },
  disputed: { text: 'disputed: the shop may have it', tone: 'bad' },
  stopped: { text: 'stopped', tone: 'quiet' },
  dry_run: { text: 'dry run: never sent', tone: 'quiet' },
};

/** The state of a shipping order, including a placement that was given up. */
export function shippingText(shipping: Shipping): StateLabel {
  if (shipping.state === 'placed' && isShipped(shipping)) return { text: 'shipped', tone: 'good' };
  if (shipping.failedAt !== null && shipping.state === 'planned')
    return { text: 'given up, never sent', tone: 'bad' };
  return SHIPPING_STATES[shipping.state];
}

function isShipped({ lines }: Shipping): boolean {
  return lines.every(({ quantity, packaged, restEndedAt }) => packaged >= quantity || restEndedAt !== null);
}

export const TRACKING_STATES: Words<Shipping['packages'][number]['tracking']> = {
  due: { text: 'selling shop is to be notified', tone: 'warn' },
  sending: { text: 'selling shop is being notified', tone: 'warn' },
  done: { text: 'selling shop was notified', tone: 'good' },
  failed: { text: 'selling shop was not notified', tone: 'bad' },
};

export const STOP_STATES: Words<OrderTimeline['cancellations'][number]['stops'][number]['state']> = {
  settling: { text: 'first finding out whether the shop has it', tone: 'warn' },
  due: { text: 'to be asked to stop', tone: 'warn' },
  sending: { text: 'being asked to stop', tone: 'warn' },
  confirmed: { text: 'confirmed by the shop', tone: 'good' },
  already_shipped: { text: 'had shipped already', tone: 'bad' },
  failed: { text: 'not confirmed by the shop', tone: 'bad' },
};

export const RETURN_STATES: Words<OrderTimeline['returns'][number]['state']> = {
  due: { text: 'to be registered', tone: 'warn' },
  sending: { text: 'being registered', tone: 'warn' },
  registered: { text: 'registered at the selling shop', tone: 'good' },
  recorded: { text: 'recorded: reported by the selling shop itself', tone: 'good' },
  waiting: { text: 'waits for support', tone: 'bad' },
  failed: { text: 'not registered at the selling shop', tone: 'bad' },
};

/** Whether the hub still has automatic work on the order, so that its page should refresh soon. */
export function isUnderWay(order: OrderTimeline): boolean {
  return (
    order.state === 'stopping' ||
    order.lines.some((line) => line.state === 'allocated' || isJustCome(order, line)) ||
    order.shippingOrders.some(({ packages }) => packages.some(({ tracking }) => isOnItsWay(tracking))) ||
    order.returns.some(({ state }) => isOnItsWay(state)) ||
    order.deadLetters.some(({ state }) => state === 'replaying')
  );
}

function isJustCome({ state }: OrderTimeline, line: Line): boolean {
  return state === 'accepted' && line.state === 'waiting' && line.waitingReason === null;
}

function isOnItsWay(state: string): boolean {
  return state === 'due' || state === 'sending';
}
