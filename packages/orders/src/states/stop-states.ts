import type { ShippingOrderState, StopState } from '@hub/database';
import { SHIPPING_ORDER_STATES, type AtShop } from './shipping-order-states';
import type { StateMeaning, Transition } from './transition';

/** Every state of the stop of a shipping order; there is at most one stop. */
export const STOP_STATES = {
  settling: { means: 'whether the shop has it is unknown: that is settled first' },
  due: { means: 'the shop is to be asked' },
  sending: { means: 'claimed for `POST /cancel`, or called with an unknown outcome' },
  confirmed: { means: 'nothing of it will ship' },
  already_shipped: { means: 'it has shipped' },
  failed: { means: 'the shop refuses, or may not be called: an agent asks it' },
} as const satisfies Record<StopState, StateMeaning>;

const UNFINISHED = ['settling', 'due', 'sending', 'failed'] as const;

/** Every transition of a stop. */
export const STOP_TRANSITIONS = {
  beginConfirmed: {
    from: [],
    to: 'confirmed',
    by: ['cancellation'],
    why: 'the shop surely has nothing: no call (D21)',
  },
  beginSettling: {
    from: [],
    to: 'settling',
    by: ['cancellation'],
    why: 'whether the shop has it is unknown (D18, D21)',
  },
  beginDue: {
    from: [],
    to: 'due',
    by: ['cancellation', 'support'],
    why: 'the shop has it (D21), or a lead takes it back (D38)',
  },
  wake: {
    from: ['settling'],
    to: 'due',
    by: ['routing', 'fulfilment', 'returns', 'support'],
    why: 'whether the shop has it is known by now',
  },
  settleFirst: {
    from: ['settling', 'due', 'sending', 'failed'],
    to: 'settling',
    by: ['cancellation'],
    why: 'its command finds that this is not known yet',
  },
  claim: {
    from: UNFINISHED,
    to: 'sending',
    by: ['cancellation'],
    why: 'the shop has it: `POST /cancel` begins; again where a lease ran out or a refusal is taken up again',
  },
  confirm: {
    from: UNFINISHED,
    to: 'confirmed',
    by: ['cancellation'],
    why: 'the shop confirms it, surely has nothing, or says so through an agent (D12)',
  },
  overrule: {
    from: UNFINISHED,
    to: 'already_shipped',
    by: ['cancellation'],
    why: 'a package is known, goods came back, `409`, or the shop says so through an agent (D12)',
  },
  again: {
    from: ['sending'],
    to: 'due',
    by: ['cancellation'],
    why: 'no answer that counts: again after the wait (D23)',
  },
  fail: {
    from: ['sending'],
    to: 'failed',
    by: ['cancellation'],
    why: 'refused, or the capability is off (D12, D23)',
  },
  retry: {
    from: ['failed'],
    to: 'due',
    by: ['cancellation'],
    why: 'the event came again, or a lead takes it back again (D38)',
  },
  withdraw: {
    from: UNFINISHED,
    to: null,
    by: ['cancellation'],
    why: 'another shop has shipped: the order stands (D12)',
  },
} as const satisfies Record<string, Transition<StopState>>;

export type StopTransition = keyof typeof STOP_TRANSITIONS;

export type FirstStopState = Extract<StopState, 'confirmed' | 'due' | 'settling'>;

const FIRST: Record<AtShop, FirstStopState | null> = {
  nothing: 'confirmed',
  unknown: 'settling',
  all: 'due',
  ended: null,
};

/** Where stopping a shipping order starts (D21), by what its shop has of it. Null: it is already stopped. */
export function firstStopState(state: ShippingOrderState): FirstStopState | null {
  return FIRST[SHIPPING_ORDER_STATES[state].atShop];
}
