import type { Tx } from '@hub/database';
import {
  callingConsumer,
  COMMANDS,
  done,
  ignored,
  type CallingContext,
  type CommandInput,
  type Reply,
  type Settlement,
} from '@hub/messaging';
import type { Clock } from '@hub/runtime';
import type { ShopCalls } from '@hub/shops';
import { decideClaim } from './decide-claim';
import { answer, endAsShipped, endAsStopped, type StopEnd } from './end-stop';
import { lockStop, type LockedStop } from './locked-stop';
import { recordOutcome, type StopClaim } from './record-outcome';
import { claimStop, NUDGE_AGAIN_MS, postponeStop } from './stop-records';

export interface StoppingSettings {
  calls: Pick<ShopCalls, 'cancelOrder'>;
  clock: Clock;
  /** Answers whoever waits, after the commit that ends a cancellation. */
  reply: Reply;
  /** PLACING_PASSES_MS */
  passesMs: readonly number[];
  /** Longer than any call can take: past it the worker that claimed a stop is taken to be dead. */
  leaseMs: number;
}

type Input = CommandInput<{ stopId: string }>;

/**
 * `shipping-order.stop`: `POST /cancel` (D21). Claims the stop, calls, records the end, each for itself; whoever finds
 * a claim without an end repeats the same call.
 */
export function shippingOrderStopping(settings: StoppingSettings) {
  return callingConsumer(COMMANDS.stopShippingOrder, (context, input) => stop(context, input, settings));
}

async function stop(context: CallingContext, input: Input, settings: StoppingSettings): Promise<Settlement> {
  const { calls, clock, reply, passesMs } = settings;
  const { stopId } = input.payload;
  const { correlation } = input;
  const claimed = await context.transact((tx) => tryClaim(tx, input, settings));
  if (claimed.kind === 'ended') return answer(claimed.end, reply);
  const { claim } = claimed;

  const outcome = await calls.cancelOrder(claim.shopId, claim.request, {
    correlation,
    sellerOrderId: claim.sellerOrderId,
    attemptsMade: input.callAttempts,
  });

  const end = await context.transact(async (tx) => {
    const locked = await lockStop(tx, stopId);
    if (!locked) return WITHDRAWN;
    return recordOutcome(tx, { ...locked, correlation, now: clock.now() }, { claim, outcome, passesMs });
  });
  return answer(end, reply);
}

type Claimed = { kind: 'claimed'; claim: StopClaim } | { kind: 'ended'; end: StopEnd };

const WITHDRAWN: StopEnd = { settlement: ignored('the stop was withdrawn'), answers: [] };

async function tryClaim(
  tx: Tx,
  { payload: { stopId }, correlation }: Input,
  { clock, leaseMs }: StoppingSettings,
): Promise<Claimed> {
  const locked = await lockStop(tx, stopId);
  if (!locked) return { kind: 'ended', end: WITHDRAWN };
  const now = clock.now();
  const decision = decideClaim(locked.shippingOrder, locked.stop, now);
  switch (decision.kind) {
    case 'call': {
      const leaseUntil = new Date(now + leaseMs);
      await claimStop(tx, stopId, leaseUntil);
      return { kind: 'claimed', claim: { ...callOf(locked), leaseUntil } };
    }
    case 'confirm':
      return { kind: 'ended', end: await endAsStopped(tx, { ...locked, correlation, now }) };
    case 'already_shipped':
      return { kind: 'ended', end: await endAsShipped(tx, { ...locked, correlation, now }) };
    case 'settle_first':
      return { kind: 'ended', end: await waitForPlacing(tx, stopId, now) };
    case 'leave':
      return { kind: 'ended', end: { settlement: ignored(decision.reason), answers: [] } };
  }
}

/** Routing's own passes settle the placement (D23) and tell this stop; the pass here looks whether that was lost. */
async function waitForPlacing(tx: Tx, stopId: string, now: number): Promise<StopEnd> {
  const nextAttemptAt = new Date(now + NUDGE_AGAIN_MS);
  await postponeStop(tx, stopId, { state: 'settling', nextAttemptAt, failure: null });
  return { settlement: done('the placement is settled first'), answers: [] };
}

function callOf({
  order,
  shippingOrder,
  stop: { reference, reason },
}: LockedStop): Omit<StopClaim, 'leaseUntil'> {
  if (shippingOrder.storeOrderId === null) throw new Error('a placed shipping order has no id of its store');
  return {
    sellerOrderId: order.id,
    shopId: shippingOrder.shopId,
    request: {
      external_ref: reference,
      order_id: shippingOrder.storeOrderId,
      ...(reason === null ? {} : { reason }),
    },
  };
}
