import { placeOrder } from '@hub/store-calls';
import type { ShippingOrderReceipt } from '@hub/contract';
import { COMMANDS, enqueueDead, type CallingContext } from '@hub/messaging';
import { recordReceipts, type ClaimedReceipt } from '@hub/orders';
import type { ShopCalls } from '@hub/shops';
import type { ClaimedWrite, EndedWrite, StoreWrite, WriteWork } from '@hub/store-writes';
import { decidePlacing } from './decide-placing';
import { trackAttempts } from './place-shipping-order';
import type { Claim } from './placing-records';
import { recordPlacing } from './record-placing';

/** A shipping order that was born claimed: the transaction that decided it has stored it as being sent. */
export interface BornClaimed extends ClaimedWrite {
  claim: Claim;
  correlation: string;
}

type Ended = EndedWrite<BornClaimed, ShippingOrderReceipt>;

export interface PlacingWriteSettings {
  calls: Pick<ShopCalls, 'send'>;
  context: CallingContext;
  /** PLACING_PASSES_MS */
  passesMs: readonly number[];
}

/**
 * `POST /orders` of shipping orders that this process has decided (D18, D23): the call begins right after the commit. What
 * is due otherwise, and what a call that ended so leaves to be done again, the placing sweep finds.
 */
export function placingWrite(settings: PlacingWriteSettings): StoreWrite<BornClaimed, ShippingOrderReceipt> {
  const { calls, context } = settings;
  const attempts = new WeakMap<BornClaimed, ReturnType<typeof trackAttempts>>();
  const attemptedAt = (write: BornClaimed) => attempts.get(write)?.last() ?? write.claim.claimedAt;
  return {
    name: 'placing',
    findDueShops: async () => [],
    claim: async () => [],
    call(write) {
      const { claim, correlation, shopId } = write;
      const tracked = trackAttempts(context, claim);
      attempts.set(write, tracked);
      const { sellerOrderId, payload } = claim;
      const given = { correlation, sellerOrderId, attemptsMade: 0, maybeActed: false };
      return calls.send(shopId, placeOrder(payload), { ...given, onAttempt: tracked.began });
    },
    async record(work, ended) {
      const receipts = ended.flatMap((end) => receiptOf(end, attemptedAt(end.write)));
      const recorded = await work.transactSql((tx) => recordReceipts(tx, receipts, work.now));
      for (const end of ended)
        if (!recorded.has(end.write.claim.shippingOrderId))
          await recordOne(work, end, { passesMs: settings.passesMs, attemptedAt: attemptedAt(end.write) });
      return ended.map(() => ({ dueNow: false }));
    },
  };
}

function receiptOf({ write, outcome }: Ended, attemptedAt: number): ClaimedReceipt[] {
  if (outcome.kind !== 'confirmed') return [];
  const { shippingOrderId, shopId, leaseUntil } = write.claim;
  return [{ shippingOrderId, shopId, leaseUntil, storeOrderId: outcome.receipt.order_id, attemptedAt }];
}

/** As a command's call ends; no command comes again, so what failed permanently becomes a dead letter here. */
async function recordOne(
  work: WriteWork,
  { write, outcome }: Ended,
  { passesMs, attemptedAt }: { passesMs: readonly number[]; attemptedAt: number },
): Promise<void> {
  const { claim, correlation } = write;
  const { now } = work;
  const facts = { known: claim.known, passes: claim.passes, passesMs, now };
  const decision = decidePlacing(outcome, facts);
  await work.transact(async (tx) => {
    const ended = { claim, attemptedAt, decision, facts, correlation, lookAgainMs: 0 };
    const settlement = await recordPlacing(tx, ended);
    if (settlement.kind !== 'reject') return;
    const payload = { shippingOrderId: claim.shippingOrderId };
    await enqueueDead(tx, COMMANDS.placeShippingOrder, {
      messages: [{ payload, correlation, reason: settlement.reason }],
      now,
    });
  });
}
