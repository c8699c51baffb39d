import { futureTimestamp, refusal, type Verdict } from '@hub/contract';

/** Given only once everything is stopped (D12). */
export const STOPPED: Verdict = { status: 200, outcome: 'stopped' };

export const ALREADY_SHIPPED = refusal(
  'order_already_shipped',
  'a line of the order has shipped, so it cannot be cancelled: the customer can return the goods',
);

export const UNKNOWN_ORDER = refusal('unknown_order', 'the shop has no order with this id', 'data.order_id');

export const FUTURE_TIME = futureTimestamp('data.cancelled_at');
