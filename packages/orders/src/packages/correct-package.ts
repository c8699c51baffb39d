import { createHash, randomUUID } from 'node:crypto';
import { resolveAlerts } from '@hub/alerts';
import { rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { decideCorrection, type CorrectionRefusal, type Tracking } from './decide-correction';

export interface Correction {
  /** Our reference of the shipping order, and the shop's own id of the package. */
  reference: string;
  packageId: string;
  tracking: Tracking;
  by: string;
  /** Milliseconds since the epoch. */
  now: number;
}

export type Corrected =
  | { kind: 'unknown' }
  | { kind: 'refused'; why: CorrectionRefusal }
  /** It is on its way to the selling shop. `changed`: false if this correction was made before. */
  | { kind: 'corrected'; changed: boolean; sellerOrderId: string; reference: string; before: Tracking };

const PackageRow = z.object({ id: z.string() });

/** Begins the subject of an alert of a correction. */
export const correctionSubject = (id: string): string => `package_correction:${id}`;

/**
 * Corrects the tracking of a package (D11): stores the correction as due, under a reference of its own. A second correction
 * of the same package at the same moment waits.
 */
export async function correctPackage(tx: Tx, correction: Correction): Promise<Corrected> {
  const { tracking, by, now } = correction;
  const id = await lockPackage(tx, correction);
  if (id === null) return { kind: 'unknown' };
  const found = await tx.package.findUniqueOrThrow({
    where: { id },
    include: {
      corrections: { orderBy: { number: 'desc' }, take: 1 },
      shippingOrder: { select: { sellerOrderId: true, order: { select: { shopId: true } } } },
    },
  });
  const latest = found.corrections[0] ?? null;
  const { sellerOrderId, order } = found.shippingOrder;
  const decision = decideCorrection({ reported: found, latest }, tracking);
  if (decision.kind === 'refused') return decision;
  const corrected = { kind: 'corrected', sellerOrderId, before: trackingOf(latest ?? found) } as const;
  if (latest && decision.kind === 'known')
    return { ...corrected, changed: false, reference: latest.reference };
  if (latest && decision.kind === 'again') {
    await tx.packageCorrection.update({
      where: { id: latest.id },
      data: { state: 'due', nextAttemptAt: new Date(now) },
    });
    return { ...corrected, changed: true, reference: latest.reference };
  }
  const number = (latest?.number ?? 0) + 1;
  const reference = correctionReference(found.reference, number, tracking);
  await tx.packageCorrection.create({
    data: {
      id: randomUUID(),
      packageId: id,
      number,
      reference,
      ...tracking,
      correctedBy: by,
      calledShopId: order.shopId,
      nextAttemptAt: new Date(now),
      outcomeUnknown: false,
      correlation: randomUUID(),
    },
  });
  // Another number takes its place: the one that the shop did not take is sent no more.
  if (latest) await resolveAlerts(tx, 'tracking_failed', [correctionSubject(latest.id)]);
  return { ...corrected, changed: true, reference };
}

async function lockPackage(tx: Tx, named: Correction): Promise<string | null> {
  const { reference, packageId } = named;
  const [row] = await rows(
    PackageRow,
    tx.$queryRaw`
    SELECT p.id FROM package p JOIN shipping_order s ON s.id = p.shipping_order_id
    WHERE s.external_ref = ${reference} AND p.package_id = ${packageId}
    FOR UPDATE OF p`,
  );
  return row?.id ?? null;
}

function trackingOf({ carrier, trackingNumber, trackingUrl }: Tracking): Tracking {
  return { carrier, trackingNumber, trackingUrl };
}

/**
 * `external_ref` of the corrected tracking (D20). Derived, so that the same correction made again after a restore has the same one,
 * and another has not: an identity is never reused for other data.
 */
function correctionReference(packageReference: string, number: number, tracking: Tracking): string {
  const { carrier, trackingNumber, trackingUrl } = tracking;
  const text = JSON.stringify(['correction', packageReference, number, carrier, trackingNumber, trackingUrl]);
  return `pc_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`;
}
