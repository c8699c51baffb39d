import { refusal } from '@hub/contract';
import { describe, expect, it } from '@jest/globals';
import { forecastEvent, type CancelledOrder, type EventFacts, type EventSubject } from './forecast-event';

type Row = [what: string, subject: EventSubject, effect: string, says: string];

const forecast = (subject: EventSubject, more: Partial<EventFacts> = {}) =>
  forecastEvent({ ledger: null, fault: null, subject, ...more });

const stock = (overrides: object = {}): EventSubject => ({
  event: 'inventory.updated',
  variantActive: true,
  place: 'own',
  timing: 'newer',
  ...overrides,
});
const order = (overrides: object = {}): EventSubject => ({
  event: 'order.created',
  loopGuarded: false,
  stored: false,
  orders: 'live',
  cancelledBefore: false,
  ...overrides,
});
const cancelled = (overrides: Partial<CancelledOrder> = {}): EventSubject => ({
  event: 'order.cancelled',
  target: { side: 'selling', state: 'accepted', shipped: false, stopping: false, ...overrides },
});
const parcel = (overrides: object = {}): EventSubject => ({
  event: 'fulfillment.shipped',
  shippingOrder: { state: 'placed', stop: null },
  tracking: null,
  ...overrides,
});
const returned = (overrides: object = {}): EventSubject => ({
  event: 'return.created',
  target: 'shipping',
  returned: false,
  ...overrides,
});

describe('what a replay of an event would do', () => {
  it.each<Row>([
    ['a newer stock change', stock(), 'acts', 'sets the stock'],
    ['a known change', stock({ timing: 'same' }), 'nothing', 'known'],
    ['an older change', stock({ timing: 'older' }), 'nothing', 'later change'],
    [
      'the same time, other pieces',
      stock({ timing: 'same_time_other_quantity' }),
      'refused',
      'timestamp_conflict',
    ],
    ['an unknown variant', stock({ variantActive: false }), 'refused', 'unknown_variant'],
    ['an unknown location', stock({ place: 'unknown' }), 'refused', 'unknown_location'],
    [
      'HUB_Network, of a retired variant too',
      stock({ place: 'network', variantActive: false }),
      'nothing',
      'echo',
    ],
    ['a new order', order(), 'acts', 'places shipping orders'],
    ['a stored order', order({ stored: true }), 'nothing', 'final'],
    ['our own order, echoed', order({ loopGuarded: true }), 'nothing', 'skipped'],
    ['an order, capability off', order({ orders: 'off' }), 'refused', 'capability_disabled'],
    ['an order cancelled before it came', order({ cancelledBefore: true }), 'acts', 'holds it'],
    ['an order of a draining shop', order({ orders: 'draining' }), 'acts', 'held'],
    ['an order in dry run', order({ orders: 'dry_run' }), 'acts', 'dry run'],
    ['a cancellation', cancelled(), 'acts', 'stops the whole order'],
    [
      'of a shop that cannot ship',
      cancelled({ side: 'shipping', state: 'placed' }),
      'acts',
      'routes its lines',
    ],
    ['of a shipped order', cancelled({ shipped: true }), 'refused', 'order_already_shipped'],
    ['of an order that is stopping', cancelled({ stopping: true }), 'resumes', 'resumes'],
    ['of a stopped order', cancelled({ state: 'stopped' }), 'nothing', 'stays so'],
    ['of an unknown order', { event: 'order.cancelled', target: null }, 'refused', 'unknown_order'],
    [
      'of one that may exist',
      { event: 'order.cancelled', target: 'placement_unknown' },
      'resumes',
      'tried again',
    ],
    ['a package', parcel(), 'acts', 'tracking'],
    ['a stored package, told', parcel({ tracking: 'done' }), 'nothing', 'stored'],
    [
      'a stored package, tracking given up',
      parcel({ tracking: 'failed' }),
      'resumes',
      'resumes its tracking',
    ],
    ['of a stopped order', parcel({ shippingOrder: { state: 'stopped', stop: null } }), 'refused', 'stopped'],
    ['of an unknown order', parcel({ shippingOrder: null }), 'refused', 'unknown_order'],
    ['a return', returned(), 'acts', 'POST /returns'],
    ['a platform’s return', returned({ target: 'selling' }), 'acts', 'records'],
    ['a second return', returned({ returned: true }), 'refused', 'quantity_exceeded'],
    ['a return of an unknown order', returned({ target: null }), 'refused', 'unknown_order'],
    ['a return that may be known', returned({ target: 'placement_unknown' }), 'resumes', 'tried again'],
  ])('%s', (_what, subject, effect, says) => {
    expect(forecast(subject)).toEqual({ effect, says: expect.stringContaining(says) });
  });

  it('data that the schema refuses is refused with code and field, never a value', () => {
    const fault = refusal('invalid_request', 'must be a whole number', 'data.quantity');
    expect(forecast(stock(), { fault })).toEqual({
      effect: 'refused',
      says: 'refused: invalid_request (data.quantity)',
    });
  });

  it('D31: a stored order is a duplicate, whatever the event says now', () => {
    const fault = refusal('invalid_request', 'is required', 'data.currency');
    expect(forecast(order({ stored: true }), { fault }).effect).toBe('nothing');
  });
});

describe('of an event that the ledger knows (D6)', () => {
  const accepted = { sameBytes: true, verdict: { status: 200, outcome: 'accepted' } } as const;

  it('decided: no effect, with the recorded verdict', () => {
    expect(forecast(order(), { ledger: accepted })).toEqual({
      effect: 'nothing',
      says: 'no effect: decided already (accepted)',
    });
    const verdict = refusal('unknown_variant', 'no such variant', 'data.variant_id');
    const says = 'no effect: decided already (404 unknown_variant)';
    expect(forecast(stock(), { ledger: { sameBytes: true, verdict } }).says).toBe(says);
  });

  it('accepted package whose tracking was given up: resumes the tracking (contract, idempotency)', () => {
    expect(forecast(parcel({ tracking: 'failed' }), { ledger: accepted }).effect).toBe('resumes');
  });

  it('unfinished cancellation: resumes', () => {
    expect(forecast(cancelled(), { ledger: { sameBytes: true, verdict: null } }).effect).toBe('resumes');
  });

  it('other bytes under the same id: event_id_conflict', () => {
    expect(forecast(order(), { ledger: { ...accepted, sameBytes: false } }).says).toContain(
      'event_id_conflict',
    );
  });
});
