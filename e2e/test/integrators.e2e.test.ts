import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES } from '@hub/contract/documents';
import { repositoryRoot } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sign, SIGNATURE_HEADER } from '@hub/contract';
import { freePort } from '@hub/cli';
import { LOCATION_ID } from './support/a-catalogue';
import { asSamples } from './support/as-samples';
import { captureExamples } from './support/capture-examples';
import { Snippet } from './support/guide-snippets';
import { openWorld, type World } from './support/open-world';
import { eventsUrlOf } from './support/shops';

const EXAMPLES_FILE = join(repositoryRoot(), 'packages/contract/src/documents/examples.json');

let world: World;
beforeAll(async () => {
  world = await openWorld({ together: true });
}, 120_000);
afterAll(async () => {
  await world?.close();
}, 60_000);

describe('the examples of the contract’s documents', () => {
  it('are what stores and service really send each other (UPDATE_EXAMPLES=1 writes them again)', async () => {
    const captured = asSamples(await captureExamples(world));
    const written = process.env['UPDATE_EXAMPLES'] === '1' ? write(captured) : EXAMPLES;
    // As text: the order of the fields is part of what goes over the wire.
    expect(JSON.stringify(captured, null, 2)).toBe(JSON.stringify(written, null, 2));
  }, 60_000);
});

describe('docs/integrators/getting-started.md', () => {
  it.each(['send-event.sh', 'send-event.ts', 'send_event.py'])(
    '%s sends an event that is accepted',
    async (name) => {
      const { far } = world.shops;
      const snippet = Snippet.start(name, {
        HUB_EVENTS_URL: eventsUrlOf(far.slug, world.ingressPort),
        HUB_SIGNING_SECRET: far.signingSecret,
        VARIANT_ID: far.variantId,
        LOCATION_ID,
      });
      expect(JSON.parse(await snippet.output())).toMatchObject({ success: true, outcome: 'accepted' });
    },
  );

  it.each(['store.ts', 'store.py'])('%s answers a signed call, and refuses others', async (name) => {
    const port = await freePort();
    const env = {
      HUB_BEARER_TOKEN: 'hub-test-token',
      HUB_SIGNING_SECRET: 'hub-test-secret',
      PORT: String(port),
    };
    const store = Snippet.start(name, env);
    await store.listening();
    const body = JSON.stringify(EXAMPLES.calls['PUT /inventory'].request);
    const put = async (token: string, signature: string) => {
      const headers = { authorization: `Bearer ${token}`, [SIGNATURE_HEADER]: signature };
      const response = await fetch(`http://127.0.0.1:${port}/inventory`, { method: 'PUT', headers, body });
      return { status: response.status, body: await response.json() };
    };
    const right = sign('hub-test-secret', body);
    expect(await put('hub-test-token', right)).toEqual({
      status: 200,
      body: EXAMPLES.calls['PUT /inventory'].receipt,
    });
    const refused = { status: 401, body: { error: { code: 'unauthorized' } } };
    expect(await put('another', right)).toMatchObject(refused);
    expect(await put('hub-test-token', sign('another', body))).toMatchObject(refused);
    await store.stop();
  });
});

function write<T>(examples: T): T {
  writeFileSync(EXAMPLES_FILE, `${JSON.stringify(examples, null, 2)}\n`);
  return examples;
}
