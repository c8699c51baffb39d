import { inTransaction, type Database } from '@hub/database';
import { correctTracking, recordActions } from '@hub/support-desk';
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
    const end = await correctTracking(tx, { reference, packageId, shopId, tracking, by, now });
    if (end.kind === 'unknown') return { kind: 'unknown' };
    if (end.kind === 'refused') return { kind: 'refused', reason: end.why ?? end.says };
    if (end.kind === 'done') await recordActions(tx, { ...end.record, actor: by });
    return {
      kind: 'done',
      answer: { done: 'The corrected tracking is on its way to the shop that sold it.' },
    };
  });
}
