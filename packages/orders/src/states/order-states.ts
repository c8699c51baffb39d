import type { OrderLineState, SellerOrderState } from '@hub/database';
import type { StateMeaning, Transition } from './transition';

/** Every state of a seller order. */
export const SELLER_ORDER_STATES = {
  accepted: { means: 'its network lines are routed' },
  held: {
    means: 'it waits for an agent before anything is routed, except what a restored database finds at a shop',
  },
  stopping: { means: 'its shop cancels it, and shipping shops are being asked' },
  stopped: { means: 'cancelled, confirmed by every shop that it concerns' },
} as const satisfies Record<SellerOrderState, StateMeaning>;

/** Every transition of a seller order. */
export const SELLER_ORDER_TRANSITIONS = {
  take: { from: [], to: 'accepted', by: ['routing'], why: '`order.created` (D9)' },
  hold: {
    from: [],
    to: 'held',
    by: ['routing'],
    why: 'the same, of an order that was cancelled before, or that is old (D12, D38)',
  },
  endHold: { from: ['held'], to: 'accepted', by: ['support'], why: 'an agent lets it be routed (D12, D38)' },
  cancel: {
    from: ['accepted', 'held'],
    to: 'stopping',
    by: ['cancellation'],
    why: 'its shop cancels it, and no line is known to have shipped (D12)',
  },
  stop: {
    from: ['stopping'],
    to: 'stopped',
    by: ['cancellation'],
    why: 'every stop of it is confirmed; at once where there is none to ask for (D12)',
  },
  stand: {
    from: ['stopping'],
    to: 'accepted',
    by: ['cancellation'],
    why: 'a shop had shipped: the order stands, and lines that were stopped are routed again (D12)',
  },
} as const satisfies Record<string, Transition<SellerOrderState>>;

export type SellerOrderTransition = keyof typeof SELLER_ORDER_TRANSITIONS;

/** Every state of an order line. */
export const ORDER_LINE_STATES = {
  own: { means: 'its own shop ships it, and the network never touches it' },
  waiting: { means: 'no shop is found yet' },
  allocated: { means: 'a shipping order holds it' },
  shipped: { means: 'all of its pieces are in known packages' },
  stopped: { means: 'cancelled' },
  unfulfillable: { means: 'closed by an agent, or after 180 days: no shop is looked for any more' },
} as const satisfies Record<OrderLineState, StateMeaning>;

/** Every transition of an order line. */
export const ORDER_LINE_TRANSITIONS = {
  take: { from: [], to: 'waiting', by: ['routing'], why: 'a line at `HUB_Network` (D9)' },
  leave: { from: [], to: 'own', by: ['routing'], why: 'any other line (D9)' },
  allocate: { from: ['waiting'], to: 'allocated', by: ['routing'], why: 'routing has chosen its shop (D19)' },
  giveBack: {
    from: ['allocated'],
    to: 'waiting',
    by: ['cancellation', 'support', 'routing'],
    why: 'its shipping order has ended while its order stands: another shop is looked for (D12, D18, D19)',
  },
  ship: { from: ['allocated'], to: 'shipped', by: ['fulfilment'], why: 'its pieces are complete (D11)' },
  shipPart: {
    from: ['allocated'],
    to: 'shipped',
    by: ['support'],
    why: 'some of its pieces are in packages, and a person states that the others will not ship (D12)',
  },
  stop: {
    from: ['waiting', 'allocated'],
    to: 'stopped',
    by: ['cancellation'],
    why: 'its order is cancelled, and every shipping order that had it is stopped (D12)',
  },
  reopen: {
    from: ['stopped'],
    to: 'waiting',
    by: ['cancellation'],
    why: 'its order stands after all (D12)',
  },
  close: {
    from: ['waiting'],
    to: 'unfulfillable',
    by: ['support'],
    why: 'an agent closes it; its shop refunds its customer (D19)',
  },
  closeRest: {
    from: ['allocated'],
    to: 'unfulfillable',
    by: ['support'],
    why: 'none of it was in a package, and a lead closes the rest of its order; its shop refunds its customer (D12)',
  },
  closeTaken: {
    from: ['allocated'],
    to: 'unfulfillable',
    by: ['cancellation'],
    why: 'a lead took its shipping order back to close it, and the shop has stopped it; its shop refunds its customer (D38)',
  },
  expire: {
    from: ['waiting', 'allocated'],
    to: 'unfulfillable',
    by: ['support'],
    why: 'it is still open 180 days after its order was received, and the address is to be deleted (D30)',
  },
} as const satisfies Record<string, Transition<OrderLineState>>;

export type OrderLineTransition = keyof typeof ORDER_LINE_TRANSITIONS;
