import { LIMITS } from '@hub/contract';
import type { Tx } from '@hub/database';
import {
  correctPackage as correct,
  CORRECTION_REFUSALS,
  CorrectedTracking,
  type Correction,
} from '@hub/orders';
import { z } from 'zod';
import { action, type Acted } from '../../engine/action';
import { orderOfReference } from '../order-of-reference';

const LONGEST = 255;
const Name = z.string().min(1).max(LONGEST);

/** Corrects the tracking of a package, and sends the correction to the selling shop (D11). */
export const correctPackage = action({
  input: z.strictObject({
    reference: Name,
    package: Name,
    carrier: CorrectedTracking.shape.carrier.optional(),
    tracking_number: CorrectedTracking.shape.tracking_number.optional(),
    tracking_url: CorrectedTracking.shape.tracking_url,
  }),
  chosen: ['carrier', 'tracking_number', 'tracking_url'],
  async ask({ db }, { reference, package: packageId }) {
    const found = await orderOfReference(db, reference);
    const parcel = found?.shipping.packages.find((one) => one.packageId === packageId);
    if (!found || !parcel) return null;
    const { shopName } = found.order;
    return {
      title: `Correct the tracking of package ${packageId}`,
      happens: [
        `The carrier, number and address that you enter go to ${shopName} as another package of the same pieces.`,
        `If ${shopName} does not take them, the page of the order says so. Then ask ${shopName} to correct the number there.`,
        `The old number stays on record.`,
      ],
      warning: `${found.shipping.shopName} itself has named the right number.`,
      submit: 'Correct the tracking',
      asks: [
        { kind: 'text', name: 'carrier', label: 'Carrier', longest: LONGEST },
        { kind: 'text', name: 'tracking_number', label: 'Tracking number', longest: LONGEST },
        {
          kind: 'text',
          name: 'tracking_url',
          label: 'Tracking address',
          longest: LIMITS.maxTrackingUrl,
          optional: true,
        },
      ],
    };
  },
  async run(tx, input, { actor, now }) {
    const { reference, package: packageId, carrier, tracking_number: trackingNumber } = input;
    if (carrier === undefined || trackingNumber === undefined)
      return { kind: 'refused', says: 'Enter the carrier and the tracking number.' };
    const tracking = { carrier, trackingNumber, trackingUrl: input.tracking_url || null };
    return correctTracking(tx, { reference, packageId, tracking, by: actor, now });
  },
});

/**
 * The rule and the record of it, for an agent and for the shop.
 * @param correction.shopId the shop at its door, which corrects its own packages alone
 */
export async function correctTracking(
  tx: Tx,
  correction: Correction,
): Promise<Acted<{ external_ref: string; package_id: string; reference: string }>> {
  const { reference, packageId, tracking } = correction;
  const end = await correct(tx, correction);
  if (end.kind === 'unknown') return { kind: 'unknown', says: 'There is no package of this id.' };
  if (end.kind === 'refused') {
    const why = CORRECTION_REFUSALS[end.why];
    return { kind: 'refused', says: `The tracking is not corrected: ${why}.`, why };
  }
  const answer = { external_ref: reference, package_id: packageId, reference: end.reference };
  const says = 'The corrected tracking is on its way to the selling shop.';
  if (!end.changed) return { kind: 'unchanged', says, answer };
  const { before } = end;
  return {
    kind: 'done',
    says,
    answer,
    record: {
      action: 'package.correct',
      subjects: [`order:${end.sellerOrderId}`],
      detail: { reference, package: packageId, as: end.reference },
      changes: [{ field: 'tracking_number', before: before.trackingNumber, after: tracking.trackingNumber }],
    },
  };
}
