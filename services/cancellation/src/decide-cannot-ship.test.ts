import { expect, it } from '@jest/globals';
import { aShippingOrder, aStop } from '../test/order-facts-builders';
import { decideCannotShip, type CannotShipDecision } from './decide-cannot-ship';
import type { ShippingOrderFacts } from './order-facts';

const OWN = { kind: 'cannot_ship', eventId: 'E-1' } as const;

it.each<[string, Partial<ShippingOrderFacts>, CannotShipDecision['kind']]>([
  ['D12: a placed shipping order is stopped', {}, 'begin'],
  ['a package of it is known: too late', { packaged: 1 }, 'already_shipped'],
  ['goods of it came back (D13): too late', { returned: true }, 'already_shipped'],
  [
    'what is said to come back of a stopped one is another matter',
    { returned: true, state: 'stopped' },
    'confirm',
  ],
  ['the shop has reported that it shipped', { stop: aStop({ state: 'already_shipped' }) }, 'already_shipped'],
  [
    'D12: stopped already: an echo, it only confirms',
    { state: 'stopped', stop: aStop({ state: 'confirmed' }) },
    'confirm',
  ],
  ['D12: stopped without a call', { state: 'stopped' }, 'confirm'],
  [
    'D12: being stopped with its order: an echo of our own POST /cancel',
    { stop: aStop({ state: 'sending' }) },
    'confirm',
  ],
  [
    'D12: to be stopped with its order, the shop not asked yet: no echo, it holds should the order stand',
    { stop: aStop({ state: 'due' }) },
    'take_over',
  ],
  [
    'D12: its shop had refused to stop it with its order: no echo either',
    { stop: aStop({ state: 'failed', attempts: 1 }) },
    'take_over',
  ],
  [
    'asked, and not known what the shop did: it may be an echo',
    { stop: aStop({ state: 'due', attempts: 1, outcomeUnknown: true }) },
    'confirm',
  ],
  [
    'D18: asked, and no attempt reached the shop: no echo',
    { stop: aStop({ state: 'due', attempts: 1 }) },
    'take_over',
  ],
  [
    'whether the shop has it was being found out, after a call: it may be an echo',
    { stop: aStop({ state: 'settling', outcomeUnknown: true }) },
    'confirm',
  ],
  [
    'its shop refused to stop it after a call without an answer: no echo either',
    { stop: aStop({ state: 'failed', outcomeUnknown: true }) },
    'take_over',
  ],
  ['its shop confirmed that it stopped it: an echo', { stop: aStop({ state: 'confirmed' }) }, 'confirm'],
  ['the event that began it, again', { stop: aStop({ ...OWN, state: 'due' }) }, 'resume'],
  [
    'the event that began it, after the store refused',
    { stop: aStop({ ...OWN, state: 'failed' }) },
    'resume',
  ],
  ['another event for the same order: an echo', { stop: aStop({ ...OWN, eventId: 'E-0' }) }, 'confirm'],
])('%s', (_, shippingOrder, kind) => {
  expect(decideCannotShip(aShippingOrder(shippingOrder), 'E-1')).toMatchObject({ kind });
});
