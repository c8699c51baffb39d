import { randomUUID } from 'node:crypto';
import type { Tx } from '@hub/database';
import { longAction, type By } from '../../engine/action';
import { postAsShop } from '../../events/send-as-shop';
import { z } from 'zod';

/** Earlier than every real change: whatever the store has reported since counts more. */
const LONG_AGO = '1970-01-01T00:00:00.001Z';

export const TestEventAnswer = z.object({
  event: z.string().describe('the body that was sent, as text'),
  signature: z.string().describe('the value of its X-HUB-Signature'),
  status: z.int().nullable().describe('what the events address answered; null: nothing'),
  answer: z.unknown(),
});
export type TestEventAnswer = z.output<typeof TestEventAnswer>;

/** Where events of shops go, and the secrets that sign them; undefined: none is known, or it cannot be opened. */
export interface NeedsEvents {
  baseUrl: string | undefined;
  secretOf: (shop: string) => Promise<string | undefined>;
}

/**
 * Sends an event to the shop's own events address, signed as its store would: a report of `HUB_Network` of long ago,
 * which changes nothing (D10). A shop without a catalogue gets `unknown_variant`: either answer shows that its
 * signature was accepted.
 */
export const sendTestEvent = longAction({
  names: { 'door.send_test_event': "sent a test event at the shop's door" },
  role: 'shop',
  note: 'none',
  input: z.strictObject({ shop: z.string() }),
  ofShop: () => true,
  async run(tx, { shop: slug }, { baseUrl, secretOf, now }: By & NeedsEvents) {
    if (baseUrl === undefined) return refused('the operator has not set BASE_URL');
    const secret = await secretOf(slug);
    if (secret === undefined) return refused('the secret of your shop cannot be opened right now');
    const body = JSON.stringify({
      spec_version: '1',
      event: 'inventory.updated',
      event_id: `door-test-${randomUUID()}`,
      occurred_at: new Date(now).toISOString(),
      data: await reportOfLongAgo(tx, slug),
    });
    const url = new URL(`/shops/${slug}/events`, baseUrl).href;
    const says = 'The test event is being sent.';
    return { kind: 'done', says, answer: { url, secret, body }, record: { subjects: [`shop:${slug}`] } };
  },
  async goOn(_acting, { url, secret, body }) {
    const { signature, status, answer } = await postAsShop({ url, secret, body: Buffer.from(body) });
    return { says: 'The test event is sent.', answer: { event: body, signature, status, answer } };
  },
});

const refused = (why: string) => ({ kind: 'refused', says: `Not sent: ${why}.`, why }) as const;

async function reportOfLongAgo(tx: Tx, slug: string) {
  const { id: shopId, hubNetworkLocationId } = await tx.shop.findUniqueOrThrow({
    where: { slug },
    select: { id: true, hubNetworkLocationId: true },
  });
  const known = await tx.networkQuantity.findFirst({
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
