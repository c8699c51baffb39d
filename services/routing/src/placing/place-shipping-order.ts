import type { Tx } from '@hub/database';
import {
  callingConsumer,
  COMMANDS,
  ignored,
  type CallingContext,
  type CommandInput,
  type Settlement,
} from '@hub/messaging';
import type { Clock } from '@hub/runtime';
import type { ShopCalls } from '@hub/shops';
import { decideClaim } from './decide-claim';
import { decidePlacing } from './decide-placing';
import { claim, lockShippingOrder, type Claim } from './placing-records';
import { recordPlacing } from './record-placing';

export interface PlacingSettings {
  calls: Pick<ShopCalls, 'placeOrder'>;
  clock: Clock;
  /** PLACING_PASSES_MS */
  passesMs: readonly number[];
  /** Longer than any call can take: past it the worker that claimed a shipping order is taken to be dead. */
  leaseMs: number;
  /** After so long a pass looks for a command that was put off, should it be lost. */
  lookAgainMs: number;
}

/**
 * `shipping-order.place`: `POST /orders` (D18, D23). Claims the row, calls, records the end, each for itself: whoever
 * finds a claim without an end repeats the same call with the same body.
 */
export function placeShippingOrder(settings: PlacingSettings) {
  return callingConsumer(COMMANDS.placeShippingOrder, (context, input) => place(context, input, settings));
}

async function place(
  context: CallingContext,
  input: CommandInput<{ shippingOrderId: string }>,
  settings: PlacingSettings,
): Promise<Settlement> {
  const { clock, calls, passesMs, lookAgainMs } = settings;
  const claimed = await context.transact((tx) => tryClaim(tx, input.payload.shippingOrderId, settings));
  if (claimed.kind === 'left') return ignored(claimed.reason);
  const { untried, passes, shopId, sellerOrderId, payload } = claimed.claim;

  const outcome = await calls.placeOrder(shopId, payload, {
    correlation: input.correlation,
    sellerOrderId,
    attemptsMade: input.callAttempts,
    maybeActed: !untried,
  });

  const facts = { untried, passes, passesMs, now: clock.now() };
  const decision = decidePlacing(outcome, facts);
  const { correlation } = input;
  return context.transact((tx) =>
    recordPlacing(tx, { claim: claimed.claim, decision, facts, correlation, lookAgainMs }),
  );
}

type Claimed = { kind: 'claimed'; claim: Claim } | { kind: 'left'; reason: string };

async function tryClaim(tx: Tx, id: string, { clock, leaseMs }: PlacingSettings): Promise<Claimed> {
  const order = await lockShippingOrder(tx, id);
  if (!order) return { kind: 'left', reason: 'no such shipping order' };
  const now = clock.now();
  const decision = decideClaim(order, now);
  if (decision.kind === 'leave') return { kind: 'left', reason: decision.reason };
  const leaseUntil = new Date(now + leaseMs);
  return { kind: 'claimed', claim: await claim(tx, order, { untried: decision.untried, now, leaseUntil }) };
}
