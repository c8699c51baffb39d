import { sign, SIGNATURE_HEADER } from '@hub/contract';
import { anEnvelope, anInventoryUpdate } from '@hub/testing';
import type { World } from './open-world';
import { eventsUrlOf } from './shops';

/** Sends an event with a signature that is right and with usual slips, asks what differs each time, and keeps the answers. */
export async function captureExplanations(world: World): Promise<Record<string, unknown>> {
  const { near } = world.shops;
  const body = JSON.stringify(
    anEnvelope('inventory.updated', anInventoryUpdate({ variant_id: near.variantId, quantity: 7 })),
  );
  const right = sign(near.signingSecret, body);
  const signatures = {
    right,
    base64: `sha256=${Buffer.from(right.slice('sha256='.length), 'hex').toString('base64')}`,
    'another body': sign(near.signingSecret, JSON.stringify(JSON.parse(body), null, 2)),
    'another secret': sign('another secret', body),
  };
  const explained: Record<string, unknown> = {};
  for (const [slip, signature] of Object.entries(signatures)) {
    const events = eventsUrlOf(near.slug, world.ingressPort);
    const { status } = await post(events, { body, signature });
    if ((status === 401) !== (slip !== 'right')) throw new Error(`${slip}: the event is answered ${status}`);
    const response = await post(events.replace(/events$/, 'signature'), { body, signature });
    if (response.status !== 200) throw new Error(`${slip}: ${response.status} ${await response.text()}`);
    explained[slip] = await response.json();
  }
  return explained;
}

function post(url: string, { body, signature }: { body: string; signature: string }): Promise<Response> {
  const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature };
  return fetch(url, { method: 'POST', headers, body });
}
