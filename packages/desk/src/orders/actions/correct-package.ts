import { LIMITS } from '@hub/contract';
import { correctPackage as correct, CORRECTION_REFUSALS, CorrectedTracking } from '@hub/orders/packages';
import { z } from 'zod';
import { action } from '../../engine/action';
import { orderOfReference } from '../order-of-reference';
import { isOwnOrder } from '../own-order';

const LONGEST = 255;
const Name = z.string().min(1).max(LONGEST);

/** Corrects the tracking of a package, and sends the correction to the selling shop (D11). */
export const correctPackage = action({
  names: { 'package.correct': 'corrected the tracking of a package' },
  changes: true,
  command: 'package.correct',
  hub: {
    says: 'corrects the tracking of a package: the shop that sold the order gets the new one',
    takes: {
      reference: ['<reference>', 'our reference of the shipping order'],
      package: ['<package_id>', "the shop's own id of the package"],
      carrier: ['--carrier <name>', 'the carrier'],
      tracking_number: ['--number <tracking number>', 'the tracking number'],
      tracking_url: ['--url <address>', 'where the parcel is followed', 'optional'],
    },
  },
  page: '/orders/:id/packages/:packageId/correct',
  input: z.strictObject({
    reference: Name,
    package: Name,
    carrier: CorrectedTracking.shape.carrier.optional(),
    tracking_number: CorrectedTracking.shape.tracking_number.optional(),
    tracking_url: CorrectedTracking.shape.tracking_url,
  }),
  chosen: ['carrier', 'tracking_number', 'tracking_url'],
  ofShop: isOwnOrder,
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
  async run(tx, input, { actor, now, shop }) {
    const { reference, package: packageId, carrier, tracking_number: trackingNumber } = input;
    if (carrier === undefined || trackingNumber === undefined)
      return { kind: 'refused', says: 'Enter the carrier and the tracking number.' };
    const tracking = { carrier, trackingNumber, trackingUrl: input.tracking_url || null };
    const end = await correct(tx, { reference, packageId, tracking, by: actor, now });
    if (end.kind === 'unknown') return { kind: 'unknown', says: 'There is no package of this id.' };
    if (end.kind === 'refused') {
      const why = CORRECTION_REFUSALS[end.why];
      return { kind: 'refused', says: `The tracking is not corrected: ${why}.`, why };
    }
    const answer = { external_ref: reference, package_id: packageId, reference: end.reference };
    const says = `The corrected tracking is on its way to ${shop ? 'the shop that sold it' : 'the selling shop'}.`;
    if (!end.changed) return { kind: 'unchanged', says, answer };
    const { before } = end;
    return {
      kind: 'done',
      says,
      answer,
      record: {
        subjects: [`order:${end.sellerOrderId}`],
        detail: { reference, package: packageId, as: end.reference },
        changes: [{ field: 'tracking_number', before: before.trackingNumber, after: trackingNumber }],
      },
    };
  },
});
