import { placeOrder } from '@hub/store-calls';
import type { Tx } from '@hub/database';
import {
  callingConsumer,
  COMMANDS,
  ignored,
  postpone,
  reject,
  type CallingContext,
  type CommandInput,
  type Settlement,
} from '@hub/messaging';
import type { Clock } from '@hub/runtime';
import type { ShopCalls } from '@hub/shops';
import { decideClaim } from './decide-claim';
import { decidePlacing } from './decide-placing';
import { claim, lockShippingOrder, recordAttempt, reserveLinesAgain, type Claim } from './placing-records';
import { recordPlacing } from './record-placing';

export interface PlacingSettings {
  calls: Pick<ShopCalls, 'send'>;
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
  const claimed = await context.transact((tx) => tryClaim(tx, input, settings));
  if (claimed.kind === 'left') return claimed.settlement;
  const { known, passes, shopId, sellerOrderId, payload, callAttempts } = claimed.claim;

  const attempts = trackAttempts(context, claimed.claim);
  const outcome = await calls.send(shopId, placeOrder(payload), {
    correlation: input.correlation,
    sellerOrderId,
    attemptsMade: Math.max(input.callAttempts, callAttempts),
    maybeActed: known !== 'nothing_done',
    onAttempt: attempts.began,
  });

  const facts = { known, passes, passesMs, now: clock.now() };
  const decision = decidePlacing(outcome, facts);
  const { correlation } = input;
  return context.transact((tx) =>
    recordPlacing(tx, {
      claim: claimed.claim,
      attemptedAt: attempts.last(),
      decision,
      facts,
      correlation,
      lookAgainMs,
    }),
  );
}

/** An attempt that begins so soon after the claim is the one that the claim has recorded. */
const CLAIMED_ATTEMPT_MS = 1_000;

/**
 * Has the start of each attempt on record before it is made: which of them brought the receipt decides whose falls the
 * shop's stock reports tell of (D17).
 */
export function trackAttempts(context: CallingContext, { shippingOrderId, claimedAt }: Claim) {
  let last = claimedAt;
  let made = 0;
  return {
    last: () => last,
    began: async (startedAt: number): Promise<void> => {
      made += 1;
      last = Math.max(startedAt, claimedAt);
      if (made === 1 && startedAt - claimedAt < CLAIMED_ATTEMPT_MS) return;
      await context.transact((tx) => recordAttempt(tx, { shippingOrderId, startedAt }));
    },
  };
}

type Claimed = { kind: 'claimed'; claim: Claim } | { kind: 'left'; settlement: Settlement };

const NO_STOCK = 'not sent again: the stock it needs is not free any more';

async function tryClaim(
  tx: Tx,
  { payload, correlation, callAttempts }: CommandInput<{ shippingOrderId: string }>,
  { clock, leaseMs }: PlacingSettings,
): Promise<Claimed> {
  const order = await lockShippingOrder(tx, payload.shippingOrderId);
  if (!order) return left(ignored('no such shipping order'));
  const now = clock.now();
  const decision = decideClaim(order, now);
  switch (decision.kind) {
    case 'leave':
      return left(ignored(decision.reason));
    case 'wait':
      return left(postpone('it is being sent', decision.untilMs - now, callAttempts));
    case 'claim': {
      const { known, reserveAgain } = decision;
      const leaseUntil = new Date(now + leaseMs);
      if (reserveAgain && !(await reserveLinesAgain(tx, order, correlation))) return left(reject(NO_STOCK));
      return { kind: 'claimed', claim: await claim(tx, order, { known, now, leaseUntil }) };
    }
  }
}

function left(settlement: Settlement): Claimed {
  return { kind: 'left', settlement };
}
