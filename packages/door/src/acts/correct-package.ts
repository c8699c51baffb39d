import { inTransaction, type Database } from '@hub/database';
import { correctPackage, CORRECTION_REFUSALS } from '@hub/orders';
import { recordActions } from '@hub/support-desk';
import { actorOfVisit, type Visit } from '../visit';
import type { Acted, Said } from './acted';

/** A shop corrects the tracking of a package that it reported (D11). */
export async function correctOwnPackage(
  db: Database,
  said: {
    visit: Visit;
    reference: string;
    package_id: string;
    carrier: string;
    tracking_number: string;
    tracking_url?: string | undefined;
    now: number;
  },
): Promise<Acted<Said>> {
  const { visit, reference, package_id: packageId, carrier, tracking_number: trackingNumber, now } = said;
  const { shopId } = visit.contact;
  const by = actorOfVisit(visit);
  const tracking = { carrier, trackingNumber, trackingUrl: said.tracking_url || null };
  return inTransaction(db, async (tx) => {
    const end = await correctPackage(tx, { reference, packageId, shopId, tracking, by, now });
    if (end.kind === 'unknown') return end;
    if (end.kind === 'refused') return { kind: 'refused', reason: CORRECTION_REFUSALS[end.why] };
    if (end.changed)
      await recordActions(tx, {
        actor: by,
        action: 'package.correct',
        subjects: [`order:${end.sellerOrderId}`],
        detail: { reference, package: packageId, as: end.reference },
        changes: [{ field: 'tracking_number', before: end.before.trackingNumber, after: trackingNumber }],
      });
    return {
      kind: 'done',
      answer: { done: 'The corrected tracking is on its way to the shop that sold it.' },
    };
  });
}
