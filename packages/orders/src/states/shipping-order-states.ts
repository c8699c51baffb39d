import type { SellerOrderState, ShippingOrderState } from '@hub/database';
import type { StateMeaning, Transition } from './transition';

/**
 * What a shop has of a shipping order (D18). `nothing`: certainly nothing. `unknown`: not known. `all`: it, with a
 * receipt or equivalent evidence. `ended`: nothing any more.
 */
export type AtShop = 'nothing' | 'unknown' | 'all' | 'ended';

/** Every state of a shipping order. */
export const SHIPPING_ORDER_STATES = {
  planned: { atShop: 'nothing', means: 'routed, and no attempt may have reached the shop' },
  sending: { atShop: 'unknown', means: 'claimed for `POST /orders`, or sent with an unknown outcome' },
  placed: { atShop: 'all', means: 'the shop has it' },
  refused: { atShop: 'nothing', means: 'the shop refused it, and surely has nothing' },
  disputed: { atShop: 'unknown', means: 'the shop may have it, whatever it answers: people settle it' },
  stopped: { atShop: 'ended', means: 'it is never shipped any more' },
  dry_run: { atShop: 'nothing', means: 'built in a dry run, never sent' },
} as const satisfies Record<ShippingOrderState, StateMeaning & { atShop: AtShop }>;

/** Conditions of a shipping order's transition besides its state. */
export interface ShippingOrderFacts {
  state: ShippingOrderState;
  orderState: SellerOrderState;
  /** A `POST /orders` of it is in flight, by the lease. */
  underWay: boolean;
  stopRequested: boolean;
  holdsItsLines: boolean;
  hasPackage: boolean;
  /** Placing it was given up, or failed at least once, before anything reached its shop. */
  gaveUp: boolean;
  /** Its shop has reported how its stop ended, and that is to be recorded. */
  stopSettled: boolean;
  /** Whether its shop's `POST /orders` can be called now. */
  shopIs: 'callable' | 'suspended' | 'switched_off';
}

/** The other conditions, by name. */
export const SHIPPING_ORDER_NEEDS = {
  'order accepted': ({ orderState }) => orderState === 'accepted',
  'no call under way': ({ underWay }) => !underWay,
  'no stop asked for': ({ stopRequested }) => !stopRequested,
  'stop asked for': ({ stopRequested }) => stopRequested,
  'no word of its shop on the stop': ({ stopSettled }) => !stopSettled,
  'holds its lines': ({ holdsItsLines }) => holdsItsLines,
  'no package known': ({ hasPackage }) => !hasPackage,
  'given up, or shop not callable': ({ gaveUp, shopIs }) => gaveUp || shopIs !== 'callable',
} as const satisfies Record<string, (facts: ShippingOrderFacts) => boolean>;

export type ShippingOrderNeed = keyof typeof SHIPPING_ORDER_NEEDS;

/** Every transition of a shipping order. Nothing else changes `shipping_order.state`. */
export const SHIPPING_ORDER_TRANSITIONS = {
  plan: {
    from: [],
    to: 'planned',
    by: ['routing'],
    needs: ['order accepted'],
    why: 'routing has chosen its shop and stored what is sent there (D18, D19)',
  },
  planClaimed: {
    from: [],
    to: 'sending',
    by: ['routing'],
    needs: ['order accepted'],
    why: 'the same, and the process that decided it calls right after its commit (D18)',
  },
  planShown: {
    from: [],
    to: 'sending',
    by: ['routing'],
    why: 'a shop has shown that it has what a restored database forgot: the same call, its order held or not, fetches the receipt',
  },
  rehearse: {
    from: [],
    to: 'dry_run',
    by: ['routing'],
    needs: ['order accepted'],
    why: 'the same in a dry run: nothing is ever sent (D25)',
  },
  claim: {
    from: ['planned'],
    to: 'sending',
    by: ['routing'],
    needs: ['no stop asked for'],
    why: '`POST /orders` begins (D18); what no worker attempted is not placed once a stop was asked for (D21)',
  },
  claimAgain: {
    from: ['sending'],
    to: 'sending',
    by: ['routing'],
    needs: ['no call under way'],
    why: 'the outcome is unknown: the same call settles it, stop or not (D18)',
  },
  doubt: {
    from: ['planned'],
    to: 'sending',
    by: ['support'],
    why: 'the database went back in time: what it never sent as far as it knows may be at the shop (`hub restore reconcile`)',
  },
  claimRefused: {
    from: ['refused'],
    to: 'sending',
    by: ['routing'],
    needs: ['no stop asked for', 'holds its lines'],
    why: 'its failed message is replayed, and its stock is reserved again (D18)',
  },
  claimDisputed: {
    from: ['disputed'],
    to: 'disputed',
    by: ['routing'],
    needs: ['no call under way', 'no word of its shop on the stop'],
    why: 'its failed message is replayed: only a valid receipt settles it (D18)',
  },
  place: {
    from: ['planned', 'sending', 'disputed'],
    to: 'placed',
    by: ['routing'],
    why: 'a valid receipt, also of a call whose claim ran out (D18)',
  },
  recordNeverSent: {
    from: ['sending'],
    to: 'planned',
    by: ['routing'],
    why: 'no attempt can have reached the shop: it counts as never attempted, given up after the last attempt (D21, D23)',
  },
  recordUnknown: {
    from: ['sending'],
    to: 'sending',
    by: ['routing'],
    why: 'the shop may have it: the same call again at a later attempt (D18, D23)',
  },
  refuse: {
    from: ['sending'],
    to: 'refused',
    by: ['routing'],
    why: 'a `4xx`, and every attempt before surely did nothing (D18)',
  },
  dispute: {
    from: ['sending', 'disputed'],
    to: 'disputed',
    by: ['routing'],
    why: 'a conflict, a `4xx` after an attempt that may have acted, or the last attempt (D18)',
  },
  showPlaced: {
    from: ['planned', 'sending', 'disputed', 'placed'],
    to: 'placed',
    by: ['fulfilment', 'returns'],
    why: 'a package or a return names it: as good as the receipt that is missing (D11)',
  },
  showRefusedPlaced: {
    from: ['refused'],
    to: 'placed',
    by: ['fulfilment', 'returns'],
    needs: ['holds its lines'],
    why: 'the same, of a shop that took it all the same and whose lines no other shop has (D11)',
  },
  confirmPlaced: {
    from: ['sending', 'disputed'],
    to: 'placed',
    by: ['support'],
    needs: ['no call under way'],
    why: 'the shop says that it has it, under this id (D18)',
  },
  confirmNotPlaced: {
    from: ['sending', 'disputed'],
    to: 'stopped',
    by: ['support'],
    needs: ['no call under way'],
    why: 'the shop says that it does not have it: its lines wait for a shop again, or stop with their order (D18)',
  },
  rerouteUnsent: {
    from: ['planned'],
    to: 'stopped',
    by: ['support', 'routing'],
    needs: [
      'order accepted',
      'no stop asked for',
      'no package known',
      'holds its lines',
      'given up, or shop not callable',
    ],
    why: 'its lines wait for another shop; by routing itself where its shop was switched off (D18, D19)',
  },
  expireUnsent: {
    from: ['planned'],
    to: 'stopped',
    by: ['support'],
    why: 'its lines were closed 180 days after their order was received: its address is deleted (D30)',
  },
  rerouteRefused: {
    from: ['refused'],
    to: 'refused',
    by: ['support'],
    needs: ['order accepted', 'no stop asked for', 'no package known', 'holds its lines'],
    why: 'its lines wait for another shop and are never its own again (D19)',
  },
  stopUnsent: {
    from: ['planned', 'dry_run', 'refused'],
    to: 'stopped',
    by: ['cancellation'],
    needs: ['stop asked for', 'no package known'],
    why: 'its shop surely has nothing: stopped without a call (D21)',
  },
  stopPlaced: {
    from: ['placed'],
    to: 'stopped',
    by: ['cancellation'],
    needs: ['stop asked for', 'no package known'],
    why: 'its shop confirms `POST /cancel`, or says through an agent that it stopped it (D12, D21)',
  },
  stopDisputed: {
    from: ['disputed'],
    to: 'stopped',
    by: ['cancellation'],
    needs: ['stop asked for', 'no package known'],
    why: 'its shop says through an agent that it stopped it (D12, D18)',
  },
} as const satisfies Record<string, Transition<ShippingOrderState, ShippingOrderNeed>>;

export type ShippingOrderTransition = keyof typeof SHIPPING_ORDER_TRANSITIONS;

const TRANSITIONS: Record<
  ShippingOrderTransition,
  Transition<ShippingOrderState, ShippingOrderNeed>
> = SHIPPING_ORDER_TRANSITIONS;

/** The states that these transitions leave. */
export function statesBefore(...transitions: readonly ShippingOrderTransition[]): ShippingOrderState[] {
  return [...new Set(transitions.flatMap((transition) => TRANSITIONS[transition].from))];
}

/** Whether it is unknown if its shop has it (D18). */
export function isUnsettled({ state }: { state: ShippingOrderState }): boolean {
  return SHIPPING_ORDER_STATES[state].atShop === 'unknown';
}

/** Whether its shop has it, or may have it. */
export function mayBeAtShop({ state }: { state: ShippingOrderState }): boolean {
  return SHIPPING_ORDER_STATES[state].atShop === 'all' || isUnsettled({ state });
}

/** Whether the table allows this transition of a shipping order now. */
export function mayGo(transition: ShippingOrderTransition, facts: ShippingOrderFacts): boolean {
  const { from, needs = [] } = TRANSITIONS[transition];
  return from.includes(facts.state) && needs.every((need) => SHIPPING_ORDER_NEEDS[need](facts));
}
