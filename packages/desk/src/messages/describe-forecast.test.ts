import type { ForecastAnswer } from '@hub/messaging';
import { describe, expect, it } from '@jest/globals';
import { describeForecast } from './describe-forecast';

const NONE = { commands: {}, rows: {} };
const accepted = { kind: 'answered', verdict: { status: 200, outcome: 'accepted' } } as const;
const duplicate = { kind: 'answered', verdict: { status: 200, outcome: 'duplicate' } } as const;
const unpaid = {
  kind: 'answered',
  verdict: { status: 422, code: 'invalid_order', message: 'm', field: 'data.payment_status' },
} as const;

describe("a worker's forecast as text", () => {
  it.each<[ForecastAnswer['end'], Partial<ForecastAnswer>, string, string]>([
    [accepted, { commands: { 'order.route': 1 } }, 'acts', 'accepted; then: Choosing shops for an order'],
    [accepted, { rows: { stock_level: 1 } }, 'acts', 'accepted'],
    [duplicate, {}, 'nothing', 'no effect: had been handled before'],
    [
      duplicate,
      { commands: { 'tracking.deliver': 2 } },
      'resumes',
      'had been handled before; then: Delivering tracking (2)',
    ],
    [
      unpaid,
      {},
      'refused',
      'answered 422: an order cannot be like this (invalid_order), field data.payment_status',
    ],
    [
      { kind: 'handled', outcome: 'due', ignored: false },
      { rows: { cancellation_stop: 1 } },
      'acts',
      'calls the store again now',
    ],
    [{ kind: 'pending' }, {}, 'resumes', 'answered once its calls have ended'],
    [
      { kind: 'handled', outcome: '1 routed, 0 waiting', ignored: false },
      { rows: { order_line: 1 } },
      'acts',
      '1 routed, 0 waiting',
    ],
    [
      { kind: 'handled', outcome: 'delivered, or under way', ignored: true },
      {},
      'nothing',
      'no effect: delivered, or under way',
    ],
    [
      { kind: 'again', reason: 'the database is unavailable' },
      {},
      'resumes',
      'tried again by itself: the database is unavailable',
    ],
    [{ kind: 'fails', reason: 'TypeError' }, {}, 'fails', 'fails again: TypeError'],
    [
      { kind: 'calls', call: 'POST /orders', shop: 'fjord' },
      { rows: { shipping_order: 1 } },
      'acts',
      'calls the store of fjord (POST /orders), and goes by its answer',
    ],
    [{ kind: 'goes_on' }, { rows: { network_quantity: 9 } }, 'acts', 'works in several steps'],
    [{ kind: 'busy' }, {}, 'unclear', 'no forecast: another is working on it'],
    [{ kind: 'too_slow' }, {}, 'unclear', 'no forecast: it takes longer than two seconds'],
  ])('%j %j: %s', (end, effects, effect, says) => {
    expect(describeForecast({ end, ...NONE, ...effects })).toEqual({ effect, says });
  });
});
