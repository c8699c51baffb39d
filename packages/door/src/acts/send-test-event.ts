import { randomUUID } from 'node:crypto';
import type { Database } from '@hub/database';
import { sendAsShop } from '@hub/support-desk';
import { z } from 'zod';
import { actorOfVisit, type Visit } from '../visit';
import type { Acted } from './acted';

/** Earlier than every real change: whatever the store has reported since counts more. */
const LONG_AGO = '1970-01-01T00:00:00.001Z';

export const TestEventAnswer = z.object({
  event: z.string().describe('the body that was sent, as text'),
  signature: z.string().describe('the value of its X-HUB-Signature'),
  status: z.int().nullable().describe('what the events address answered; null: nothing'),
  answer: z.unknown(),
});
export type TestEventAnswer = z.output<typeof TestEventAnswer>;

/**
 * Sends an event to the shop's own events address, signed as its store would: a report of `HUB_Network` of long ago,
 * which changes nothing (D10). A shop without a catalogue gets `unknown_variant`: either answer shows that its
 * signature was accepted.
 */
export async function sendTestEvent(
  db: Database,
  given: { visit: Visit; baseUrl: string | undefined; secret: string | undefined; now: number },
): Promise<Acted<TestEventAnswer>> {
  const { visit, baseUrl, secret, now } = given;
  const { shopId, shop } = visit.contact;
  if (baseUrl === undefined) return { kind: 'refused', reason: 'the operator has not set BASE_URL' };
  if (secret === undefined)
    return { kind: 'refused', reason: 'the secret of your shop cannot be opened right now' };
  const body = JSON.stringify({
    spec_version: '1',
    event: 'inventory.updated',
    event_id: `door-test-${randomUUID()}`,
    occurred_at: new Date(now).toISOString(),
    data: await reportOfLongAgo(db, shopId),
  });
  const { signature, status, answer } = await sendAsShop(db, {
    shop,
    url: new URL(`/shops/${shop}/events`, baseUrl).href,
    secret,
    body: Buffer.from(body),
    actor: actorOfVisit(visit),
    action: 'door.send_test_event',
  });
  return { kind: 'done', answer: { event: body, signature, status, answer } };
}

async function reportOfLongAgo(db: Database, shopId: number) {
  const { hubNetworkLocationId } = await db.shop.findUniqueOrThrow({
    where: { id: shopId },
    select: { hubNetworkLocationId: true },
  });
  const known = await db.networkQuantity.findFirst({
    where: { shopId, reported: { not: null } },
    select: { variantId: true, reported: true },
    orderBy: { variantId: 'asc' },
  });
  return {
    variant_id: known?.variantId ?? 'hub-test-event',
    location_id: hubNetworkLocationId,
    quantity: known?.reported ?? 0,
    changed_at: LONG_AGO,
  };
}
